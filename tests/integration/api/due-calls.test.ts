import { expect, test } from 'vitest';
import { submissions } from '../../../functions/inbox/list.ts';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { api } from '../../../src/shared/api.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { get, listing, post } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

/** An inbox with a lead to answer, and two to call in 10 and in 20 seconds. `look` polls at a given second. */
async function open() {
  const { store, deps, headers, entries } = await staffWorld();
  const leads = [
    aRecord({ id: 'later', answered: null, call_back: { at: second(20), by: 'Ada' } }),
    aRecord({ id: 'sooner', answered: null, call_back: { at: second(10), by: 'Ada' } }),
    aRecord({ id: 'waits', answered: null }),
  ];
  for (const lead of leads) await store.create(lead);
  const at = (count: number) => ({ ...deps, now: () => new Date(second(count)) });
  const look = async (count: number, query = '', tag?: string | null) => {
    const response = await submissions(listing(query, headers, tag), at(count));
    const text = await response.text();
    const page = text === '' ? undefined : submissionsPageSchema.parse(JSON.parse(text));
    return {
      status: response.status,
      etag: response.headers.get('etag'),
      waiting: page?.waiting,
      due: page?.due,
      ids: page?.submissions.map(({ id }) => id),
      cursor: page?.next_cursor,
    };
  };
  const csv = async (query: string) =>
    (await submissionsCsv(get(`${api.submissionsCsv}${query}`, headers), deps)).text();
  return { store, headers, look, csv, at, entries };
}

test('a due call appears with the next poll, although no lead changed', async () => {
  const { store, look } = await open();
  const before = await look(9);
  expect(before).toMatchObject({ status: 200, waiting: 1, due: 0 });
  expect(await look(9.9, '', before.etag)).toMatchObject({ status: 304, etag: before.etag });
  const first = await look(10, '', before.etag);
  expect(first).toMatchObject({ status: 200, waiting: 1, due: 1 });
  expect((await look(19, '', first.etag)).status).toBe(304);
  const both = await look(20, '', first.etag);
  expect(both).toMatchObject({ status: 200, waiting: 1, due: 2 });
  expect((await look(9999, '', both.etag)).status).toBe(304);
  await store.change('sooner', (it) => ({ ...it, call_back: null }));
  expect(await look(9999, '', both.etag)).toMatchObject({ waiting: 2, due: 1 });
});

test('a search also shows a call that is due', async () => {
  const { headers, at } = await open();
  const search = async (count: number, seen?: string | null) => {
    const response = await submissions(post(api.search, { q: 'dana', seen }, headers), at(count));
    return { status: response.status, etag: response.headers.get('etag') ?? undefined };
  };
  const { etag } = await search(0, undefined);
  expect(await search(9, etag)).toEqual({ status: 204, etag });
  expect((await search(10, etag)).status).toBe(200);
});

test('due calls are counted in every view, and do not change the order of the list', async () => {
  const { look } = await open();
  const before = await look(0);
  for (const query of ['', '?answered=no', '?industry=roofing', '?archived=yes'])
    expect(await look(15, query)).toMatchObject({ due: 1, waiting: 1 });
  expect((await look(15)).ids).toEqual(before.ids);
  const { cursor } = await look(15, '?limit=1');
  const next = await look(15, `?limit=1&cursor=${String(cursor)}`);
  expect(next).toMatchObject({ due: undefined, waiting: undefined });
});

test('the view of due calls has only those, the newest lead first', async () => {
  const { store, look } = await open();
  const newer = {
    created_at: '2025-11-04T16:20:00.000Z',
    call_back: { at: second(12), by: 'Ada' },
  };
  await store.create(aRecord({ id: 'newer', ...newer }));
  expect((await look(9, '?call_back=due')).ids).toEqual([]);
  expect((await look(15, '?call_back=due')).ids).toEqual(['newer', 'sooner']);
});

test('the view of all calls has the soonest first, in pages and in the export', async () => {
  const { look, csv, entries } = await open();
  const first = await look(0, '?call_back=planned&limit=1');
  expect(first.ids).toEqual(['sooner']);
  const rest = `?call_back=planned&limit=1&cursor=${String(first.cursor)}`;
  expect(await look(0, rest)).toMatchObject({ ids: ['later'], cursor: null });
  expect(await csv('?call_back=planned')).toMatch(/^id,.*\r\nsooner,.*\r\nlater,.*\r\n$/);
  expect((await entries())[0]).toMatchObject({
    event: { action: 'exported', filter: { call_back: true } },
  });
});
