import { describe, expect, test } from 'vitest';
import { audit } from '../../../functions/audit/audit-log.ts';
import { erasePerson } from '../../../functions/erasure/erase.ts';
import { resendToWebhook } from '../../../functions/delivery/resend.ts';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { auditPageSchema, emptyHead, firstMisfit } from '../../../src/shared/audit.ts';
import { appendTo, damageAuditHead } from '../../support/builders/audit.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer, get, post } from '../../support/builders/requests.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

async function open(different = {}) {
  const receiver = await Receiver.open();
  const webhook = webhookAt(receiver.url);
  const world = aWorld({ webhook, ...different });
  const headers = bearer(await world.signIn({ admin: true, email: 'sam@example.com' }));
  return {
    receiver,
    world,
    store: world.store,
    resend: (submissionId: string) =>
      resendToWebhook(post('/api/resend-to-webhook', { submissionId }, headers), world.deps),
    exported: (query = '') =>
      submissionsCsv(get(`/api/submissions.csv${query}`, headers), world.deps),
    erase: (body: unknown) => erasePerson(post('/api/erase-person', body, headers), world.deps),
    page: async (query = '') => {
      const response = await audit(get(`/api/audit${query}`, headers), world.deps);
      expect(response.status).toBe(200);
      return auditPageSchema.parse(await response.json());
    },
    status: async (query: string) =>
      (await audit(get(`/api/audit${query}`, headers), world.deps)).status,
    events: async () => (await world.store.audit({ limit: 50 })).entries,
    [Symbol.asyncDispose]: async () => {
      await world[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

describe('the audit log', () => {
  test('says who resent which submission, and when', async () => {
    await using it = await open();
    const record = aRecord();
    await it.store.create(record);
    expect((await it.resend(record.id)).status).toBe(200);
    expect(await it.events()).toMatchObject([
      {
        number: 1,
        at: it.world.deps.now().toISOString(),
        by: { name: 'sam@example.com', uid: expect.any(String) as string },
        event: { action: 'resent', submission: record.id },
      },
    ]);
  });

  test('has a resend that failed, but none that never started', async () => {
    await using it = await open();
    it.receiver.usually({ status: 500 });
    const record = aRecord();
    await it.store.create(record);
    expect((await it.resend(record.id)).status).toBe(502);
    expect((await it.resend('nobody')).status).toBe(404);
    expect(await it.events()).toHaveLength(1);
    await using without = await open({ webhook: { state: 'off' } });
    await without.store.create(record);
    expect((await without.resend(record.id)).status).toBe(502);
    expect(await without.events()).toEqual([]);
  });

  test('says which part of the list was exported, but not what was searched for', async () => {
    await using it = await open();
    await it.exported();
    await it.exported('?q=dana&industry=roofing&delivery=failed');
    expect(await it.events()).toMatchObject([
      {
        event: {
          action: 'exported',
          filter: { searched: true, industry: 'roofing', delivery: 'failed' },
        },
      },
      {
        event: { action: 'exported', filter: { searched: false, industry: null, delivery: null } },
      },
    ]);
    expect(JSON.stringify(await it.events())).not.toContain('dana');
  });

  test('keeps no industry that somebody typed', async () => {
    await using it = await open();
    await it.exported('?industry=Jane%20Roe');
    expect(await it.events()).toMatchObject([{ event: { filter: { industry: 'another' } } }]);
  });

  test.each([
    ['a search with words', 'dana', true],
    ['a search with signs alone, which finds nothing', '--', true],
    ['no search where only blanks were typed, which leave nothing out', '   ', false],
  ])('says of an export that it was %s', async (_, q, searched) => {
    await using it = await open();
    await it.exported(`?q=${encodeURIComponent(q)}`);
    expect(await it.events()).toMatchObject([{ event: { filter: { searched } } }]);
  });

  test('says which submissions were erased, but not whose they were', async () => {
    await using it = await open();
    const records = [aRecord(), aRecord()];
    for (const record of records) await it.store.create(record);
    await it.erase({ email: 'dana@example.com', count: 2 });
    const [entry] = (await it.events()) as { event: { submissions: string[] } }[];
    expect(entry?.event.submissions.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    expect(JSON.stringify(entry)).not.toContain('dana');
  });

  test('must have the entry first: without it, nothing is sent, exported or erased', async () => {
    await using it = await open();
    const record = aRecord();
    await it.store.create(record);
    damageAuditHead(it.world.folder);
    const answers = [
      await it.resend(record.id),
      await it.exported(),
      await it.erase({ email: record.email, count: 1 }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(await answer.text()).not.toContain('Dana');
    }
    expect(it.receiver.arrivals).toEqual([]);
    expect(await it.store.get(record.id)).toEqual(record);
  });

  test('has each entry in the platform’s log, too', async () => {
    await using it = await open();
    await it.exported();
    const { head } = await it.page();
    expect(it.world.events).toContainEqual({
      event: 'audit',
      action: 'exported',
      number: 1,
      hash: head.hash,
    });
  });
});

describe('the audit page', () => {
  test('is read page by page, newest first, and can be verified', async () => {
    await using it = await open();
    expect(await it.page()).toEqual({ entries: [], next_cursor: null, head: emptyHead });
    for (let i = 0; i < 5; i++) await appendTo(it.store);
    const first = await it.page('?limit=3');
    expect(first.entries).toMatchObject([{ number: 5 }, { number: 4 }, { number: 3 }]);
    const second = await it.page(`?limit=3&cursor=${String(first.next_cursor)}`);
    expect(second.entries).toMatchObject([{ number: 2 }, { number: 1 }]);
    expect(second.next_cursor).toBeNull();
    const all = [...first.entries, ...second.entries].toReversed();
    expect(await firstMisfit(all, first.head)).toBeUndefined();
  });

  test.each(['?limit=0', '?limit=201', '?limit=x', '?cursor=x', '?cursor=', '?cursor=-1'])(
    'refuses %s',
    async (query) => {
      await using it = await open();
      expect(await it.status(query)).toBe(400);
    },
  );
});
