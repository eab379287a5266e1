import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { createBulk } from '../../../../src/islands/inbox/bulk.ts';
import { createActions } from '../../../../src/islands/inbox/actions/actions.ts';
import { noFilter } from '../../../../src/islands/inbox/filters/filter.ts';
import { createLeads } from '../../../../src/islands/inbox/leads.ts';
import { api } from '../../../../src/shared/api.ts';
import type { SubmissionItem } from '../../../../src/shared/submission.ts';
import { leads } from '../../../support/pages/fake-inbox.ts';
import { fakeFunctions, quickClient } from '../../../support/worlds/inbox-world.ts';

function bulkWorld(count: number) {
  const { functions, ask } = fakeFunctions(
    leads(count).map((lead) => ({ ...lead, delivery: { state: 'failed', at: lead.created_at } })),
  );
  const updated: string[] = [];
  const client = quickClient();
  const leadCache = createLeads(client, ask);
  const { resending } = createActions({
    client,
    ask,
    toast: () => () => undefined,
    leads: {
      ...leadCache,
      store: (id) => void updated.push(id),
      refresh: () => Promise.resolve(),
    },
    $openedId: atom(),
    open: () => undefined,
    take: () => () => undefined,
    now: () => 0,
    who: '',
  });
  const bulk = createBulk({
    client,
    leads: leadCache,
    resend: resending.resend,
    onDone: () => undefined,
  });
  const sends = () => functions.calls.filter((it) => it === api.resendToWebhook);
  return { bulk, resending, functions, updated, sends };
}

test('a bulk resend finds failed leads on all pages, asks, and sends each once, at most three at a time', async () => {
  const { bulk, functions, updated, sends } = bulkWorld(320);
  await bulk.find(noFilter);
  expect(bulk.$bulk.get()).toMatchObject({ state: 'asking', ids: { length: 320 } });
  expect(sends()).toEqual([]);
  let calls = 0;
  let under = 0;
  let most = 0;
  functions.before = async () => {
    most = Math.max(most, ++under);
    await Promise.resolve();
    under -= 1;
    if (++calls === 4) throw new AskError('broken');
  };
  await bulk.send();
  expect(bulk.$bulk.get()).toEqual({ state: 'done', says: '319 sent, 1 failed' });
  expect(new Set(updated).size).toBe(320);
  expect(sends()).toHaveLength(320);
  expect(most).toBe(3);
});

test('a bulk resend includes archived leads, unless the view has none', async () => {
  const { bulk, functions } = bulkWorld(3);
  for (const row of functions.rows.slice(0, 2)) row.archived = true;
  await bulk.find(noFilter);
  expect(bulk.$bulk.get()).toMatchObject({ state: 'asking', ids: { length: 3 } });
  await bulk.find({ ...noFilter, archived: 'yes' });
  expect(bulk.$bulk.get()).toMatchObject({ state: 'asking', ids: { length: 2 } });
  await bulk.find({ ...noFilter, answered: 'no' });
  expect(bulk.$bulk.get()).toMatchObject({
    state: 'nothing',
    says: 'Nothing has failed in this view.',
  });
  functions.rows = [];
  await bulk.find(noFilter);
  expect(bulk.$bulk.get()).toEqual({ state: 'nothing', says: 'Nothing has failed.' });
});

test('a bulk resend sends only failed leads, even if a link shows another lead alone', async () => {
  const { bulk, functions } = bulkWorld(2);
  const [held, failed] = functions.rows as [SubmissionItem, SubmissionItem];
  held.delivery = { state: 'held', reasons: ['honeypot'] };
  await bulk.find({ ...noFilter, q: held.id });
  expect(bulk.$bulk.get()?.state).toBe('nothing');
  await bulk.find({ ...noFilter, q: failed.id });
  expect(bulk.$bulk.get()).toMatchObject({ state: 'asking', ids: [failed.id] });
});

test('a bulk resend stops on request and says how many were not tried', async () => {
  const { bulk, functions, sends } = bulkWorld(20);
  await bulk.find(noFilter);
  functions.before = () => {
    if (sends().length === 5) bulk.stop();
  };
  await bulk.send();
  expect(sends().length).toBeLessThan(9);
  const sent = sends().length;
  expect(bulk.$bulk.get()?.says).toBe(`${sent} sent, 0 failed, ${20 - sent} not tried`);
});

test('a bulk resend respects the search, industry and days of the filter, but not its delivery state', async () => {
  const { bulk, functions } = bulkWorld(3);
  await bulk.find({
    ...noFilter,
    q: 'lopez',
    industry: 'roofing',
    delivery: 'delivered',
    from: '2026-11-01',
  });
  expect(functions.calls[0]).toMatch(
    /^\/api\/search\?industry=roofing&delivery=failed&from=2026-11-01/,
  );
});

test('a bulk resend stops with the reason when there is no webhook', async () => {
  const { bulk, functions, sends } = bulkWorld(20);
  await bulk.find(noFilter);
  functions.before = () => {
    throw new AskError('broken', { status: 502, body: { error: 'No webhook is set up.' } });
  };
  await bulk.send();
  expect(sends()).toHaveLength(3);
  expect(bulk.$bulk.get()?.says).toBe('0 sent, 3 failed, 17 not tried. No webhook is set up.');
});

test('a bulk resend continues when the webhook refuses a lead or the host fails', async () => {
  const { bulk, functions } = bulkWorld(20);
  await bulk.find(noFilter);
  const attempts = [{ at: '2026-03-01T12:00:00Z', ms: 12, status: 500 }];
  const bodies = [{ error: 'It answered 500.', attempts }, { errorType: 'Crash' }];
  functions.before = () => {
    const body = bodies.pop();
    if (body) throw new AskError('broken', { status: 502, body });
  };
  await bulk.send();
  expect(bulk.$bulk.get()?.says).toBe('18 sent, 2 failed');
});

test('a bulk resend marks the rows that are being sent, and skips one that an admin sends', async () => {
  const { bulk, resending, functions, sends } = bulkWorld(2);
  await bulk.find(noFilter);
  const [first, second] = functions.rows;
  if (!first || !second) throw new Error('Expected two leads');
  const byHand = resending.send(first);
  const sending = bulk.send();
  expect([...resending.$sending.get()]).toEqual([first.id, second.id]);
  // An admin cannot send a lead that the bulk resend is sending.
  await Promise.all([sending, byHand, resending.send(second)]);
  expect([...resending.$sending.get()]).toEqual([]);
  expect(sends()).toHaveLength(2);
  expect(bulk.$bulk.get()?.says).toBe('1 sent, 0 failed');
});
