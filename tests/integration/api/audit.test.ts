import { describe, expect, test } from 'vitest';
import { submissionsCsv } from '../../../functions/inbox/submissions-csv.ts';
import { staff } from '../../../functions/staff.ts';
import { api } from '../../../src/shared/api.ts';
import { auditEntrySchema, auditPageSchema } from '../../../src/shared/audit.ts';
import { closeAuditLog } from '../../support/builders/audit.ts';
import { storeMany } from '../../support/builders/many-leads.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { exporting, listing } from '../../support/builders/requests.ts';
import { submissionsPageSchema } from '../../../src/shared/submission.ts';
import { now, staffWorld } from '../../support/worlds/staff-world.ts';

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
  test('says which part of the list was exported, but not the search text', async () => {
    const world = await open();
    await world.exported();
    await world.exported('?q=dana&industry=roofing&delivery=failed');
    await world.exported('?industry=Jane%20Roe');
    expect(await world.entries()).toMatchObject([
      { event: { filter: { industry: 'another' } } },
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
    expect(JSON.stringify(await world.entries())).not.toContain('dana');
    const [newest] = (await world.page()).entries.map((entry) => auditEntrySchema.parse(entry));
    expect(world.events).toContainEqual({ event: 'audit', action: 'exported', id: newest?.id });
  });

  test('is read page by page, newest first', async () => {
    const world = await open();
    const { id } = await world.lead();
    await world.resend(id);
    await world.exported();
    await world.erase({ email: 'dana@example.com', count: 1 });
    const first = await world.page('?limit=2');
    const rest = await world.page(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.entries, ...rest.entries]).toMatchObject([
      { at: now, by: { name: 'sam@example.com' }, event: { action: 'erased', submissions: [id] } },
      { event: { action: 'exported' } },
      { event: { action: 'resent', submission: id } },
    ]);
    expect(rest.next_cursor).toBeNull();
  });

  test('blocks an action whose entry cannot be written: no lead is sent, exported, changed or erased', async () => {
    const world = await open();
    const record = await world.lead();
    const submissionId = record.id;
    closeAuditLog(world.folder);
    for (const answer of [
      await world.resend(record.id),
      await world.erase({ email: record.email, count: 1 }),
      await world.post(api.answerSubmission, { submissionId, answered: true }),
      await world.post(api.archiveSubmission, { submissionId, archived: true }),
      await world.post(api.outcome, { submissionId, outcome: 'won' }),
      await world.post(api.spent, { month: '2026-11', campaign: 'a', dollars: 1, was: null }),
      await world.post(api.doNotContact, { email: record.email, on: true }),
    ]) {
      expect(answer.status).toBe(503);
      expect(JSON.stringify(answer.body)).not.toContain('Dana');
    }
    expect(await world.exported()).toBe(503);
    expect(world.receiver.arrivals).toEqual([]);
    expect(await world.store.get(record.id)).toEqual(record);
  });
});

describe('reading leads', () => {
  test('is logged once an hour, if an admin reads more than 500 leads by lists and searches', async () => {
    let time = Date.parse('2026-03-02T15:04:05.678Z');
    const world = await staffWorld({ now: () => new Date(time) });
    await storeMany(world.store, 700, (i) => aRecord({ created_at: second(i), name: `Dana ${i}` }));
    const read = async (view: string) => {
      const answer = await staff(listing(view, world.headers), world.deps);
      return submissionsPageSchema.parse(await answer.json()).next_cursor ?? '';
    };
    const readAll = async (view: string, cursor = ''): Promise<void> => {
      const next = await read(`?limit=200${view}${cursor && `&cursor=${cursor}`}`);
      if (next !== '') await readAll(view, next);
    };
    const many = { event: { action: 'read-many', count: 500 }, by: { name: 'sam@example.com' } };
    const cursor = await read('?limit=200');
    for (let i = 0; i < 9; i += 1) await read(`?limit=200&cursor=${cursor}`);
    expect(await world.entries()).toEqual([]);
    await readAll('&q=dana');
    await readAll('&q=dana');
    expect(await world.entries()).toMatchObject([many]);
    time += 3_600_000;
    await readAll('');
    expect(await world.entries()).toMatchObject([many, many]);
    expect(JSON.stringify(await world.entries())).not.toContain('dana');
  });

  test('is logged before the lead over the limit is shown', async () => {
    const world = await staffWorld();
    await storeMany(world.store, 501, (i) => aRecord({ created_at: second(i) }));
    closeAuditLog(world.folder);
    let page = await world.get(`${api.submissions}?limit=200`);
    for (const status of [200, 503]) {
      page = await world.get(
        `${api.submissions}?limit=200&cursor=${String(page.body['next_cursor'])}`,
      );
      expect(page.status).toBe(status);
    }
  });

  test('is logged for each look-up of a person, but not for a lead’s panel, which shows the same person', async () => {
    const world = await staffWorld();
    const { id: submissionId, email, phone } = await world.lead();
    const other = { email: 'ann@loe.example' };
    const onList = { event: { action: 'looked-up', list: 'do-not-contact' } };
    for (const body of [{ email }, { phone }, { email, phone }])
      expect((await world.post(api.doNotContact, { ...body, submissionId })).status).toBe(200);
    expect(await world.entries()).toEqual([]);
    for (const body of [
      { email },
      { email, submissionId: 'none' },
      { ...other, submissionId },
      { ...other, phone, submissionId },
      // Changes no record, but the response reveals whether the person is on the list.
      { ...other, on: false },
    ])
      expect((await world.post(api.doNotContact, body)).status).toBe(200);
    expect(await world.entries()).toMatchObject(Array(5).fill(onList));
    await world.post(api.erasedConsent, other);
    const [last] = await world.entries();
    expect(last).toMatchObject({ event: { action: 'looked-up', list: 'erased' } });
    expect(JSON.stringify(await world.entries())).not.toContain('loe');
  });
});

test.each(['?limit=0', '?limit=201', '?cursor=x'])('the audit page refuses %s', async (query) => {
  const world = await open();
  expect((await world.get(api.audit + query)).status).toBe(400);
});
