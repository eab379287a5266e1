import { hash } from 'node:crypto';
import { readFilter } from '../../../functions/inbox/list.ts';
import { matching } from '../../../functions/store/paging.ts';
import { api, pageLimit } from '../../../src/shared/api.ts';
import { pricedIndustries } from '../../../src/shared/pricing.ts';
import { consentTexts } from '../../../src/shared/consent-texts.ts';
import {
  awaitsAnswer,
  awaitsDecision,
  type Delivery,
  type SubmissionItem,
} from '../../../src/shared/submission.ts';
import { nothingWrong } from '../builders/health.ts';

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

/** Answers from these rows as the functions would. A resend, an answer and the archive change them. */
export function answerTo(
  inbox: { rows: SubmissionItem[] },
  url: URL,
  body: unknown,
  seen?: string | null,
): StubAnswer {
  switch (url.pathname) {
    case api.alerts:
      return { status: 200, json: nothingWrong };
    case api.access:
      return { status: 200, json: { role: 'admin' } };
    case api.submissions:
      return pageOf(inbox.rows, url, seen);
    case api.submissionsCsv: {
      const ids = found(inbox.rows, url).map(({ id }) => id);
      return { status: 200, json: ['id', ...ids, ''].join('\r\n') };
    }
    case api.resendToWebhook: {
      const { submissionId } = body as { submissionId: string };
      const delivery = { state: 'delivered', at: new Date().toISOString() } as const;
      inbox.rows = inbox.rows.map((it) => (it.id === submissionId ? { ...it, delivery } : it));
      return { status: 200, json: { delivery } };
    }
    case api.doNotContact: {
      const { on = false } = body as { on?: boolean };
      return { status: 200, json: { on } };
    }
    case api.answerSubmission: {
      const { submissionId, answered } = body as { submissionId: string; answered: boolean };
      const stamp = { at: new Date().toISOString(), by: 'admin@example.com' };
      return changed(inbox, submissionId, 'answered', (it) =>
        answered ? (it.answered ?? stamp) : null,
      );
    }
    case api.archiveSubmission: {
      const { submissionId, archived } = body as { submissionId: string; archived: boolean };
      return changed(inbox, submissionId, 'archived', () => archived);
    }
    default:
      return { status: 404, json: { error: 'Nothing is here' } };
  }
}

function changed<Key extends 'answered' | 'archived'>(
  inbox: { rows: SubmissionItem[] },
  id: string,
  key: Key,
  make: (item: SubmissionItem) => SubmissionItem[Key],
): StubAnswer {
  const before = inbox.rows.find((it) => it.id === id);
  if (!before) return { status: 404, json: { error: 'There is no such submission.' } };
  const value = make(before);
  inbox.rows = inbox.rows.map((it) => (it.id === id ? { ...it, [key]: value } : it));
  return { status: 200, json: { [key]: value } };
}

function pageOf(rows: SubmissionItem[], url: URL, seen?: string | null): StubAnswer {
  const params = url.searchParams;
  const limit = Number(params.get('limit') ?? pageLimit.usual);
  const cursor = params.get('cursor');
  const etag = `"${hash('sha256', JSON.stringify(rows), 'base64url')}"`;
  if (cursor === null && seen === etag) return { status: 304, json: null, etag };
  const all = found(rows, url);
  const start = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  const submissions = all.slice(start, start + limit);
  const isLast = start + limit >= all.length;
  const page = { submissions, next_cursor: isLast ? null : (submissions.at(-1)?.id ?? null) };
  if (cursor !== null) return { status: 200, json: page };
  const counts = {
    held: rows.filter(awaitsDecision).length,
    waiting: rows.filter(awaitsAnswer).length,
  };
  return { status: 200, json: { ...page, ...counts }, etag };
}

/** By the server's own rules. */
function found(rows: SubmissionItem[], url: URL): SubmissionItem[] {
  const isMatch = matching(readFilter(url.href));
  return rows.filter((it) => isMatch({ ...it, tries: 0, lease: null }));
}
