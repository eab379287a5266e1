import { describe, expect, test } from 'vitest';
import { submissions, writeCursor } from '../../../functions/inbox/list.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { bearer, listing } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

describe('the list', () => {
  const open = async (count: number, different = {}) => {
    const world = aWorld(different);
    const headers = bearer(await world.signIn({ admin: true }));
    for (let i = 0; i < count; i += 1) {
      await world.store.create(
        aRecord({
          id: `lead-${String(i).padStart(3, '0')}`,
          created_at: second(i),
          name: `Person ${i}`,
          industry: i % 2 ? 'hvac' : 'roofing',
        }),
      );
    }
    const list = async (query = '') => {
      const response = await submissions(listing(query, headers), world.deps);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const page = async (query = '') => submissionsPageSchema.parse((await list(query)).body);
    return {
      world,
      headers,
      list,
      page,
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  };

  test('comes newest first, page by page, with each lead once', async () => {
    await using it = await open(123);
    const first = await it.page();
    expect(first.submissions).toHaveLength(50);
    expect(first.submissions[0]?.id).toBe('lead-122');
    const second = await it.page(`?cursor=${String(first.next_cursor)}&limit=60`);
    const third = await it.page(`?cursor=${String(second.next_cursor)}`);
    expect(third.next_cursor).toBeNull();
    const ids = [first, second, third].flatMap((found) => found.submissions.map(({ id }) => id));
    expect(new Set(ids).size).toBe(123);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test('counts the held leads on its first page, whatever the filter', async () => {
    await using it = await open(3);
    expect((await it.page()).held).toBe(0);
    const delivery = { state: 'held' as const, reasons: ['too_fast'] };
    await it.world.store.create(aRecord({ delivery, name: 'Pat Held' }));
    await it.world.store.create(aRecord({ delivery, test: true }));
    for (const query of ['', '?limit=1', '?industry=hvac', '?delivery=held', '?q=nobody'])
      expect((await it.page(query)).held, query).toBe(1);
    const { next_cursor: cursor } = await it.page('?limit=1');
    expect(await it.page(`?cursor=${String(cursor)}`)).not.toHaveProperty('held');
  });

  test('leaves held leads out, but a search finds them', async () => {
    await using it = await open(1);
    const delivery = { state: 'held' as const, reasons: ['too_fast'] };
    await it.world.store.create(aRecord({ id: 'held', delivery, name: 'Pat Held' }));
    const idsOf = async (query: string) => (await it.page(query)).submissions.map(({ id }) => id);
    expect(await idsOf('')).toEqual(['lead-000']);
    expect(await idsOf('?industry=roofing')).toEqual(['lead-000']);
    expect(await idsOf('?q=pat')).toEqual(['held']);
    expect(await idsOf('?q=pat&delivery=pending')).toEqual([]);
  });

  test.each([
    '?limit=0',
    '?limit=201',
    '?cursor=x',
    // As an id, Firestore would not take it.
    `?cursor=${writeCursor({ time: '2026-03-02T15:04:05.678Z', id: '__abc__' })}`,
    '?delivery=lost',
    '?answered=yes',
    '?archived=1',
    '?call_back=no',
    '?from=2026-02-30',
    '?from=2026-11-02&to=2026-11-01',
    `?industry=${'x'.repeat(101)}`,
    `?q=${'x'.repeat(301)}`,
  ])('refuses %s', async (query) => {
    await using it = await open(0);
    expect(await it.list(query)).toEqual({
      status: 400,
      body: { error: expect.stringMatching(/^[A-Z].*\.$/) as string },
    });
  });

  test('has the days that are asked for, in the company’s time zone', async () => {
    await using it = await open(0);
    const times = {
      before: '2026-11-01T04:59:59.999Z',
      first: '2026-11-01T05:00:00.000Z',
      // The clock went back on this day, so it has 25 hours.
      last: '2026-11-02T05:59:59.999Z',
      after: '2026-11-02T06:00:00.000Z',
    };
    for (const [id, created_at] of Object.entries(times)) {
      await it.world.store.create(aRecord({ id, created_at, name: 'Dana Roe' }));
    }
    const idsOf = async (query: string) => (await it.page(query)).submissions.map(({ id }) => id);
    expect(await idsOf('?from=2026-11-01&to=2026-11-01')).toEqual(['last', 'first']);
    expect(await idsOf('?from=2026-11-01&to=2026-11-01&q=dana')).toEqual(['last', 'first']);
    expect(await idsOf('?from=2026-11-02')).toEqual(['after']);
    expect(await idsOf('?to=2026-10-31&from=')).toEqual(['before']);
  });
});

const at = second(0);

async function openTwo() {
  const world = aWorld();
  const admin = bearer(await world.signIn({ admin: true }));
  await world.store.create(aRecord({ id: 'a', answered: null, created_at: at }));
  await world.store.create(aRecord({ id: 'b', industry: 'cleaning', created_at: second(1) }));
  const look = async (query = '', etag?: string | null) => {
    const response = await submissions(listing(query, admin, etag), world.deps);
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body, etag: response.headers.get('etag') };
  };
  return { store: world.store, look, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('a look at the inbox', () => {
  test.each([
    ['', 304],
    ['?limit=1', 304],
    ['?industry=cleaning', 304],
    ['?delivery=held', 304],
    ['?answered=no', 304],
    ['?q=dana', 204],
  ])(
    'at %j answers without a body until a lead changes, with the status %i',
    async (query, unchanged) => {
      await using it = await openTwo();
      const { etag } = await it.look(query);
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const tag of [etag, ...(unchanged === 304 ? [`W/${String(etag)}`] : [])])
        expect(await it.look(query, tag)).toEqual({ status: unchanged, body: undefined, etag });
      await it.store.change('a', (lead) => ({ ...lead, tries: 1 }));
      const changed = await it.look(query, etag);
      expect(changed.status).toBe(200);
      expect(submissionsPageSchema.safeParse(changed.body).success).toBe(true);
      expect(changed.etag).not.toBe(etag);
      expect(await it.look(query, changed.etag)).toMatchObject({ status: unchanged });
    },
  );

  test('answers in full after an erasure, and to a tag that it never gave out', async () => {
    await using it = await openTwo();
    const { etag } = await it.look();
    await it.store.erase(['b'], at);
    expect(await it.look('', etag)).toMatchObject({ status: 200 });
    for (const tag of ['"x"', '*', '"a", "b"', '""', 'x'])
      expect(await it.look('', tag), tag).toMatchObject({ status: 200 });
  });

  test('gives no tag to a later page', async () => {
    await using it = await openTwo();
    const page = submissionsPageSchema.parse((await it.look('?limit=1')).body);
    expect((await it.look(`?limit=1&cursor=${String(page.next_cursor)}`)).etag).toBeNull();
  });
});
