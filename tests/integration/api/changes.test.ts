import { describe, expect, test } from 'vitest';
import { submissions } from '../../../functions/inbox/list.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import { aWorld } from '../../support/worlds/world.ts';

const at = second(0);

async function open() {
  const world = aWorld();
  const admin = bearer(await world.signIn({ admin: true }));
  await world.store.create(aRecord({ id: 'a', answered: null, created_at: at }));
  await world.store.create(aRecord({ id: 'b', industry: 'cleaning', created_at: second(1) }));
  const look = async (query = '', etag?: string | null) => {
    const headers = { ...admin, ...(etag != null && { 'if-none-match': etag }) };
    const response = await submissions(get(`/api/submissions${query}`, headers), world.deps);
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return { status: response.status, body, etag: response.headers.get('etag') };
  };
  return { store: world.store, look, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe('a look at the inbox', () => {
  test.each(['', '?limit=1', '?industry=cleaning', '?delivery=held', '?q=dana', '?answered=no'])(
    'at %j answers 304 without a body until a lead changes',
    async (query) => {
      await using it = await open();
      const { etag } = await it.look(query);
      expect(etag).toMatch(/^"[\w-]+"$/);
      for (const tag of [etag, `W/${String(etag)}`])
        expect(await it.look(query, tag)).toEqual({ status: 304, body: undefined, etag });
      await it.store.change('a', (lead) => ({ ...lead, tries: 1 }));
      const changed = await it.look(query, etag);
      expect(changed.status).toBe(200);
      expect(submissionsPageSchema.safeParse(changed.body).success).toBe(true);
      expect(changed.etag).not.toBe(etag);
      expect(await it.look(query, changed.etag)).toMatchObject({ status: 304 });
    },
  );

  test('answers in full after an erasure, and to a tag that it never gave out', async () => {
    await using it = await open();
    const { etag } = await it.look();
    await it.store.erase(['b'], at);
    expect(await it.look('', etag)).toMatchObject({ status: 200 });
    for (const tag of ['"x"', '*', '"a", "b"', '""', 'x'])
      expect(await it.look('', tag), tag).toMatchObject({ status: 200 });
  });

  test('gives no tag to a later page', async () => {
    await using it = await open();
    const page = submissionsPageSchema.parse((await it.look('?limit=1')).body);
    expect((await it.look(`?limit=1&cursor=${String(page.next_cursor)}`)).etag).toBeNull();
  });
});
