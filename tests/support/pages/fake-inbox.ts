import { hash } from 'node:crypto';
import { staff } from '../../../functions/staff.ts';
import { fillPage } from '../../../functions/store/paging.ts';
import type { Store } from '../../../functions/store/port.ts';
import { callAt, toItem, type SubmissionRecord } from '../../../functions/store/record.ts';
import { api } from '../../../src/shared/api.ts';
import { pricedIndustries } from '../../../src/shared/pricing.ts';
import { consentTexts } from '../../../src/shared/consent-receipt.ts';
import { awaitsAnswer, awaitsDecision } from '../../../src/shared/awaits.ts';
import type { Delivery, SubmissionItem } from '../../../src/shared/submission.ts';
import { nothingWrong } from '../builders/health.ts';
import { worldWith } from '../worlds/world.ts';

const people = [
  'Maria Lopez',
  'Jo Ng',
  'Bartholomew Featherstonehaugh-Cholmondeley III',
  'Peña y Ibáñez, María de los Ángeles',
  'Dave O’Connor',
  'Wei Zhang',
];
const companies = [
  'Lopez Roofing LLC',
  'Ng & Sons',
  'The Greater Houston Metropolitan Area Tree, Stump and Landscaping Services Cooperative',
  'Bright Pools',
  'Q',
  'Gulf Coast Cleaning Co.',
];
const messages = [
  null,
  'Call me after five.',
  `We run nine trucks and want leads in Katy and Sugar Land only. ${'How fast is the first one? '.repeat(30)}`,
  'Two lines\nof a message\n\nand a third with a supercalifragilisticexpialidocious-word-without-any-space-in-it-at-all-that-goes-on-and-on',
];

const at = (time: number): string => new Date(time).toISOString();

function deliveryOf(index: number, time: number): Delivery {
  if (index % 11 === 3) return { state: 'failed', at: at(time + 90_000) };
  if (index % 17 === 5) return { state: 'pending', next_attempt_at: at(time + 3_600_000) };
  if (index % 29 === 7) return { state: 'off' };
  return { state: 'delivered', at: at(time + 900) };
}

/** The lead with this number. Each is 37 minutes older than the one before. */
export function lead(index: number, newest = Date.now()): SubmissionItem {
  const time = newest - index * 37 * 60_000;
  const pick = <T>(from: readonly T[], by = 1): T => from[(index * by) % from.length] as T;
  const name = pick(people);
  const delivery = deliveryOf(index, time);
  return {
    id: `00000000-0000-4000-8000-${String(index + 100_000).padStart(12, '0')}`,
    name,
    email: `${name
      .toLowerCase()
      .replace(/[^a-z]+/g, '.')
      .slice(0, 40)}.${index}@customers.example.com`,
    phone: `(713) 555-${String(index % 10_000).padStart(4, '0')}`,
    company: pick(companies, 5),
    industry: pick(pricedIndustries, 3).value,
    message: pick(messages, 3),
    consent_marketing: true,
    created_at: at(time),
    source: index % 4 === 0 ? 'contact_form' : 'contact_page',
    delivery,
    attempts: attemptsOf(delivery, time),
    consent: {
      version: consentTexts[0].version,
      sha256: hash('sha256', consentTexts[0].text),
      at: at(time),
      page_url: 'https://leadwright.example/contact',
      ip: '203.0.113.7',
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15',
    },
  };
}

function attemptsOf({ state }: Delivery, time: number): SubmissionItem['attempts'] {
  if (state === 'off' || state === 'held') return [];
  const refused = { at: at(time + 500), ms: 231, status: 503, answer: 'upstream is asleep' };
  const lost = { at: at(time + 6000), ms: 10_000, error: 'no answer within 10 s' };
  if (state === 'delivered') return [{ at: at(time + 400), ms: 87, status: 204 }];
  return [refused, lost, { ...lost, at: at(time + 60_000), by: 'admin@example.com' }];
}

export const leads = (count: number, newest?: number): SubmissionItem[] =>
  Array.from({ length: count }, (_, index) => lead(index, newest));

export interface StubAnswer {
  status: number;
  json: unknown;
  etag?: string;
}

export interface Rows {
  /** Newest first. A test may add more. */
  rows: SubmissionItem[];
  /** The functions' time, if it isn't the real one. */
  now?: () => Date;
}

/** Responses for paths whose real handlers the fake inbox does not run. */
const stubs: Partial<Record<string, (inbox: Rows, body: never) => unknown>> = {
  [api.alerts]: () => nothingWrong,
  [api.submissionsCsv]: ({ rows }) => ['id', ...rows.map(({ id }) => id), ''].join('\r\n'),
  [api.doNotContact]: (_, { on = false }: { on?: boolean }) =>
    on ? { on, at: new Date().toISOString(), how: 'admin' } : { on },
  [api.resendToWebhook]: (inbox, { submissionId }: { submissionId: string }) => {
    const delivery = { state: 'delivered', at: new Date().toISOString() } as const;
    inbox.rows = inbox.rows.map((row) => (row.id === submissionId ? { ...row, delivery } : row));
    return { delivery };
  },
};

/** Responses like those of the functions, which read these rows and change them. */
export async function answerTo(
  inbox: Rows,
  url: URL,
  body?: unknown,
  tag?: string | null,
): Promise<StubAnswer> {
  const stub = stubs[url.pathname];
  if (stub) return { status: 200, json: stub(inbox, body as never) };
  const request = new Request(url, {
    ...(body != null && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: 'Bearer of-an-admin',
      'content-type': 'application/json',
      ...(tag != null && { 'if-none-match': tag }),
    },
  });
  const { now = () => new Date() } = inbox;
  const verify = () => Promise.resolve({ uid: 'admin', email: 'admin@example.com' });
  const response = await staff(request, worldWith(storeOf(inbox) as Store, { verify, now }));
  const etag = response.headers.get('etag');
  const json: unknown = [204, 304].includes(response.status) ? null : await response.json();
  return { status: response.status, json, ...(etag !== null && { etag }) };
}

const toRecord = (it: SubmissionItem): SubmissionRecord => ({ ...it, tries: 0, lease: null });

/** The leads to call, the soonest first. */
const callsIn = ({ rows }: Rows): SubmissionRecord[] =>
  rows
    .map(toRecord)
    .filter((it) => callAt(it) !== null)
    .toSorted((a, b) => String(callAt(a)).localeCompare(String(callAt(b))));

const storeOf = (inbox: Rows): Partial<Store> => ({
  hasRole: () => Promise.resolve(true),
  lastChange: () => Promise.resolve(hash('sha256', JSON.stringify(inbox.rows))),
  nextCall: (after) =>
    Promise.resolve(callsIn(inbox).find((it) => String(callAt(it)) > after)?.call_back?.at),
  dueCalls: (now, limit) => {
    const due = callsIn(inbox).filter((it) => String(callAt(it)) <= now);
    return Promise.resolve({ due: due.slice(0, limit), count: due.length });
  },
  counts: () =>
    Promise.resolve({
      held: inbox.rows.filter(awaitsDecision).length,
      waiting: inbox.rows.filter(awaitsAnswer).length,
    }),
  get: (id) => Promise.resolve(inbox.rows.map(toRecord).find((it) => it.id === id)),
  page: (query) =>
    fillPage(query, (after, count) => {
      const rows = query.filter.call_back ? callsIn(inbox) : inbox.rows.map(toRecord);
      const start = rows.findIndex(({ id }) => id === after?.id) + 1;
      return Promise.resolve(rows.slice(start, start + count));
    }),
  change: (id, decide) => {
    const record = inbox.rows.map(toRecord).find((it) => it.id === id);
    const after = record && decide(record);
    if (after) inbox.rows = inbox.rows.map((it) => (it.id === id ? toItem(after) : it));
    return Promise.resolve(after);
  },
});
