import { describe, expect, test } from 'vitest';
import type { PageQuery } from '../../../functions/store/paging.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { submissions } from '../../../functions/inbox/list.ts';
import { auditEntrySchema } from '../../../src/shared/audit.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

describe('an export', () => {
  const open = async (count: number) => {
    const world = aWorld();
    const boss = bearer(await world.signIn({ admin: true }));
    for (let i = 0; i < count; i += 1) {
      await world.store.create(aRecord({ id: `lead-${i + 100}`, created_at: second(i) }));
    }
    const part = async (query: string, headers = boss) => {
      const response = await submissionsCsv(
        get(`/api/submissions.csv${query}`, headers),
        world.deps,
      );
      const next = response.headers.get('x-next-cursor');
      return { status: response.status, text: await response.text(), next };
    };
    const logged = async () =>
      (await world.store.audit({ limit: 9 })).entries.map((it) => auditEntrySchema.parse(it).event);
    return {
      world,
      part,
      logged,
      [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
    };
  };

  test.each([7, 205, 450, 451])(
    'in parts of %i rows is the same as the whole',
    async (limit) => {
      await using it = await open(450);
      const whole = await it.part('');
      expect(whole.next).toBeNull();
      let joined = '';
      for (let cursor: string | null = ''; cursor !== null;) {
        const { text, next, status } = await it.part(
          `?limit=${limit}${cursor && `&cursor=${cursor}`}`,
        );
        expect(status).toBe(200);
        expect(text.endsWith('\r\n')).toBe(true);
        joined += text;
        cursor = next;
      }
      expect(joined).toBe(whole.text);
    },
    60_000,
  );

  test('is one entry in the audit log, with its days', async () => {
    await using it = await open(3);
    const query = '?limit=1&from=2025-11-03&to=2025-11-04';
    const { next } = await it.part(query);
    await it.part(`${query}&cursor=${String(next)}`);
    expect(await it.logged()).toEqual([
      {
        action: 'exported',
        filter: {
          searched: false,
          industry: null,
          delivery: null,
          from: '2025-11-03',
          to: '2025-11-04',
        },
      },
    ]);
  });

  test('accepts only its own cursors, so that no part goes out without an entry', async () => {
    await using it = await open(3);
    const { next } = await it.part('?limit=1&industry=roofing');
    const { next_cursor } = submissionsPageSchema.parse(
      await (
        await submissions(
          get('/api/submissions?limit=1', bearer(await it.world.signIn({ admin: true }))),
          it.world.deps,
        )
      ).json(),
    );
    const other = bearer(await it.world.signIn({ admin: true, email: 'lee@example.com' }));
    const mine = `?limit=1&cursor=${String(next)}`;
    for (const answer of [
      await it.part(`?cursor=${String(next_cursor)}`),
      await it.part(`?cursor=${String(next_cursor)}.x`),
      await it.part(mine),
      await it.part(`${mine}&industry=roofing`, other),
      await it.part('?cursor='),
      await it.part('?limit=2001'),
    ]) {
      expect(answer.status).toBe(400);
    }
    expect((await it.part(`${mine}&industry=roofing`)).status).toBe(200);
    expect(await it.logged()).toHaveLength(1);
  });

  test('that can’t be read to its end is a 503, and has no entry', async () => {
    await using it = await open(250);
    const page = it.world.store.page.bind(it.world.store);
    it.world.store.page = (query: PageQuery) =>
      query.after ? Promise.reject(new StoreUnavailable('no disk')) : page(query);
    expect((await it.part('')).status).toBe(503);
    expect(await it.logged()).toEqual([]);
  });
});
