import { expect, test } from 'vitest';
import { writeCursor } from '../../../functions/http/cursor.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { submissionsPageSchema, type SubmissionsPage } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { aSubmission, listing, submitting } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';
import { eraseIn } from '../../support/worlds/stored.ts';

async function open(...leads: SubmissionRecord[]) {
  const { store, deps, headers, events } = await staffWorld();
  await store.add(
    'submissions',
    leads.map((submission) => ({ kind: 'submission', submission })),
  );
  const look = async (query = '', seen?: string | null) => {
    const response = await submissions(listing(query, headers, seen), deps);
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body, etag: response.headers.get('etag') };
  };
  const page = async (query = '') => {
    const { body } = await look(query);
    expect(submissionsPageSchema.safeParse(body).success).toBe(true);
    return body as SubmissionsPage;
  };
  const idsOf = async (query: string) => (await page(query)).submissions.map(({ id }) => id);
  return { store, deps, events, look, page, idsOf };
}

test('the list comes newest first, page by page, with each lead once, and only with fields for admins', async () => {
  const leads = Array.from({ length: 123 }, (_, i) => aRecord({ created_at: second(-i) }));
  const { page } = await open(...leads);
  const first = await page();
  expect(first.submissions).toHaveLength(50);
  const next = await page(`?cursor=${String(first.next_cursor)}&limit=60`);
  const last = await page(`?cursor=${String(next.next_cursor)}`);
  expect(last.next_cursor).toBeNull();
  const all = [first, next, last].flatMap((it) => it.submissions);
  expect(all).toStrictEqual(leads.map(({ tries, lease, ...item }) => item));
});

test('the list counts the held leads on its first page, whatever the filter', async () => {
  const held = aRecord({ delivery: { state: 'held', reasons: ['too_fast'] } });
  const { page } = await open(aRecord(), aRecord(), held);
  for (const query of ['', '?limit=1', '?industry=hvac', '?delivery=held', '?q=nobody'])
    expect((await page(query)).held, query).toBe(1);
  const { next_cursor: cursor } = await page('?limit=1');
  expect(await page(`?cursor=${String(cursor)}`)).not.toHaveProperty('held');
});

test.each([
  '?limit=0',
  '?limit=201',
  '?cursor=x',
  // Firestore refuses it as an id.
  `?cursor=${writeCursor({ time: '2026-03-02T15:04:05.678Z', id: '__abc__' })}`,
  '?delivery=lost',
  '?answered=yes',
  '?archived=1',
  '?call_back=no',
  '?from=2026-02-30',
  '?from=2026-11-02&to=2026-11-01',
])('the list refuses %s', async (query) => {
  expect(await (await open()).look(query)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^[A-Z].*\.$/) as string },
  });
});

test('the list has the requested days, in the company’s time zone', async () => {
  const times = {
    before: '2026-11-01T04:59:59.999Z',
    first: '2026-11-01T05:00:00.000Z',
    // The clock went back on this day, so it has 25 hours.
    last: '2026-11-02T05:59:59.999Z',
    after: '2026-11-02T06:00:00.000Z',
  };
  const leads = Object.entries(times).map(([id, created_at]) => aRecord({ id, created_at }));
  const { idsOf } = await open(...leads);
  expect(await idsOf('?from=2026-11-01&to=2026-11-01')).toEqual(['last', 'first']);
  expect(await idsOf('?from=2026-11-01&to=2026-11-01&q=dana')).toEqual(['last', 'first']);
  expect(await idsOf('?from=2026-11-02')).toEqual(['after']);
  expect(await idsOf('?to=2026-10-31&from=')).toEqual(['before']);
});

const openTwo = () =>
  open(
    aRecord({ id: 'a', answered: null, created_at: second(0) }),
    aRecord({ id: 'b', industry: 'cleaning', created_at: second(1) }),
  );

test.each([
  ['', 304],
  ['?limit=1', 304],
  ['?industry=cleaning', 304],
  ['?delivery=held', 304],
  ['?answered=no', 304],
  ['?q=dana', 204],
])(
  'a look at %j answers without a body until a lead changes, with the status %i',
  async (query, unchanged) => {
    const { look, store } = await openTwo();
    const { etag } = await look(query);
    expect(etag).toMatch(/^"[\w-]+"$/);
    for (const tag of [etag, ...(unchanged === 304 ? [`W/${String(etag)}`] : [])])
      expect(await look(query, tag)).toEqual({ status: unchanged, body: undefined, etag });
    await store.change('a', (lead) => ({ ...lead, tries: 1 }));
    const changed = await look(query, etag);
    expect(changed.status).toBe(200);
    expect(submissionsPageSchema.safeParse(changed.body).success).toBe(true);
    expect(changed.etag).not.toBe(etag);
    expect(await look(query, changed.etag)).toMatchObject({ status: unchanged });
  },
);

test('a poll gets the full list after an erasure, and for an unknown tag', async () => {
  const { look, page, store } = await openTwo();
  const { etag } = await look();
  await store.erase(['b'], second(0));
  for (const tag of [etag, '"x"', '*', '"a", "b"', '""', 'x'])
    expect(await look('', tag), String(tag)).toMatchObject({ status: 200 });
  const { next_cursor } = await page('?limit=1');
  expect((await look(`?limit=1&cursor=${String(next_cursor)}`)).etag).toBeNull();
});

test('a repeated request of a person is marked in the list, until the earlier request is erased', async () => {
  const { page, deps, store } = await open();
  const [first, second] = [aSubmission({ message: 'One' }), aSubmission({ message: 'Two' })];
  for (const words of [first, second])
    expect((await submitContact(submitting(words), deps)).status).toBe(201);
  const marks = async () => {
    const found = (await page()).submissions.find(({ id }) => id === second.id);
    return found?.earlier?.map(({ id, by }) => [id, by]);
  };
  expect(await marks()).toEqual([[first.id, 'both']]);
  await eraseIn(store, first.id);
  expect(await marks()).toEqual([]);
});

test('a repeated request is stored without a mark if the earlier requests cannot be read', async () => {
  const { deps, store, events } = await open();
  const earlierOf = () => Promise.reject(new StoreUnavailable('The index is missing'));
  const broken: Store = { ...store, earlierOf };
  const lead = aSubmission();
  const world = { ...deps, store: () => Promise.resolve(broken) };
  expect((await submitContact(submitting(lead), world)).status).toBe(201);
  expect((await store.get(lead.id))?.earlier).toBeUndefined();
  expect(events).toContainEqual({
    event: 'earlier-not-read',
    error: 'StoreUnavailable: The index is missing',
  });
});
