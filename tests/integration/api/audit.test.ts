import { describe, expect, test } from 'vitest';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { api } from '../../../src/shared/api.ts';
import { auditPageSchema, emptyHead, firstMisfit } from '../../../src/shared/audit.ts';
import { appendTo, closeAuditLog } from '../../support/builders/audit.ts';
import { exporting } from '../../support/builders/requests.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

async function open() {
  const world = await staffWorld();
  return {
    ...world,
    resend: (submissionId: string) => world.post(api.resendToWebhook, { submissionId }),
    exported: async (query = '') => {
      return (await submissionsCsv(exporting(query, world.headers), world.deps)).status;
    },
    erase: (body: unknown) => world.post(api.erasePerson, body),
    page: async (query = '') => auditPageSchema.parse((await world.get(api.audit + query)).body),
  };
}

describe('the audit log', () => {
  test('says which part of the list was exported, but not what was searched for', async () => {
    const it = await open();
    await it.exported();
    await it.exported('?q=dana&industry=roofing&delivery=failed');
    expect(await it.entries()).toMatchObject([
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
    expect(JSON.stringify(await it.entries())).not.toContain('dana');
  });

  test('keeps no industry that somebody typed', async () => {
    const it = await open();
    await it.exported('?industry=Jane%20Roe');
    expect(await it.entries()).toMatchObject([{ event: { filter: { industry: 'another' } } }]);
  });

  test('says which submissions were erased, but not whose they were', async () => {
    const it = await open();
    const records = [await it.lead(), await it.lead()];
    await it.erase({ email: 'dana@example.com', count: 2 });
    const [entry] = (await it.entries()) as { event: { submissions: string[] } }[];
    expect(entry?.event.submissions.toSorted()).toEqual(records.map(({ id }) => id).toSorted());
    expect(JSON.stringify(entry)).not.toContain('dana');
  });

  test('must have the entry first: without it, nothing is sent, exported or erased', async () => {
    const it = await open();
    const record = await it.lead();
    closeAuditLog(it.folder);
    for (const answer of [
      await it.resend(record.id),
      await it.erase({ email: record.email, count: 1 }),
    ]) {
      expect(answer.status).toBe(503);
      expect(JSON.stringify(answer.body)).not.toContain('Dana');
    }
    expect(await it.exported()).toBe(503);
    expect(it.receiver.arrivals).toEqual([]);
    expect(await it.store.get(record.id)).toEqual(record);
  });

  test('has each entry in the platform’s log, too', async () => {
    const it = await open();
    await it.exported();
    const { head } = await it.page();
    expect(it.events).toContainEqual({
      event: 'audit',
      action: 'exported',
      number: 1,
      hash: head.hash,
    });
  });
});

describe('the audit page', () => {
  test('is read page by page, newest first, and can be verified', async () => {
    const it = await open();
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

  test.each(['?limit=0', '?limit=201', '?cursor=x'])('refuses %s', async (query) => {
    const it = await open();
    expect((await it.get(api.audit + query)).status).toBe(400);
  });
});
