import { describe, expect, test, vi } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { actionWorld as world, ownStamp as mine } from '../../../support/worlds/inbox-world.ts';

const others = { at: '2026-02-28T12:00:00Z', by: 'bob@example.com' };
const waiting = { answered: null };
const marks = ['/api/answer-submission', { submissionId: 'a', answered: true }];
const takesBack = ['/api/answer-submission', { submissionId: 'a', answered: false }];

describe('an answer', () => {
  test('shows the first admin’s stamp, without an undo, if another admin was first', async () => {
    const it = world(waiting, { answered: others });
    await it.answering.toggle(it.lead);
    expect(it.lead.answered).toEqual(others);
    expect(it.titles()).toEqual([
      expect.stringMatching(/^Answered by bob@example\.com, yesterday /) as string,
    ]);
    expect(it.toasts[0]).not.toHaveProperty('action');
  });

  test('is shown at once, and stays over older reads until the server has answered', async () => {
    const it = world(waiting, { answered: mine });
    const answering = it.answering.toggle(it.lead);
    it.learn({ ...waiting, company: 'Another' });
    expect(it.lead).toMatchObject({ answered: mine, company: 'Another' });
    await answering;
    expect(it.lead).toMatchObject({ answered: mine, company: 'Another' });
  });

  test('is removed by undo', async () => {
    const it = world(waiting, { answered: mine }, { answered: null });
    await it.answering.toggle(it.lead);
    await it.press();
    expect(it.asked.at(-1)).toEqual(takesBack);
    expect(it.lead.answered).toBeNull();
  });

  test('is restored by undo after its removal, in the name of the admin who undoes it', async () => {
    const it = world({ ...waiting, answered: others }, { answered: null }, { answered: mine });
    await it.answering.toggle(it.lead);
    expect(it.asked.at(-1)).toEqual(takesBack);
    await it.press();
    expect(it.hidden).toEqual(it.titles().slice(0, 1));
    expect(it.asked.at(-1)).toEqual(marks);
    expect(it.lead.answered).toEqual(mine);
  });

  test('leaves a colleague’s change in place when it fails', async () => {
    const it = world(waiting, new AskError('broken'));
    const saving = it.answering.toggle(it.lead);
    it.learn({ answered: others });
    await saving;
    expect(it.lead.answered).toEqual(others);
  });

  test('offers a retry if no response came', async () => {
    const it = world(waiting, new AskError('unreachable'), { answered: mine });
    await it.answering.toggle(it.lead);
    expect(it.toasts[0]?.description).toMatch(/could not be reached/);
    it.toasts[0]?.action?.run();
    await vi.waitUntil(() => it.asked.length === 2 && it.lead.answered);
  });

  test('is sent once, however often it is pressed, and not for a lead from an earlier version', async () => {
    const it = world(waiting, { answered: mine });
    await it.answering.toggle({ id: 'a' });
    expect(it.asked).toEqual([]);
    await Promise.all([it.answering.toggle(it.lead), it.answering.toggle(it.lead)]);
    expect(it.asked).toEqual([marks]);
  });

  test('is offered after a press on the phone number, and the press alone marks nothing', async () => {
    const it = world(waiting, { answered: mine });
    it.answering.offer({ ...it.lead, answered: others });
    expect(it.toasts).toEqual([]);
    it.answering.offer(it.lead);
    expect(it.asked).toEqual([]);
    await it.press();
    expect(it.asked).toEqual([marks]);
    expect(it.lead.answered).toEqual(mine);
  });
});

test('a failed follow-up is rolled back, also on a lead that had none', async () => {
  const it = world({}, new AskError('unreachable'), new AskError('unreachable'));
  await it.calling.plan('a', '2026-03-02T15:00:00Z');
  void it.following.decide(it.lead, { state: 'won' });
  await expect.poll(it.titles).toHaveLength(2);
  const follow = ({ outcome, call_back }: Partial<typeof it.lead>) => ({ outcome, call_back });
  expect(it.was.map(follow), 'shown until the answer').toMatchObject([
    { call_back: { by: mine.by } },
    {},
    { outcome: { state: 'won' } },
    {},
  ]);
  expect(follow(it.lead)).toEqual({ outcome: undefined, call_back: undefined });
});

test('undo of an outcome restores a call that a colleague planned in the meantime', async () => {
  const won = { state: 'won', ...mine };
  const open = { outcome: { state: 'open', ...mine }, call_back: others };
  const it = world({}, { outcome: won, call_back: null, ended: others }, open);
  void it.following.decide(it.lead, { state: 'won' });
  await expect.poll(it.titles).toHaveLength(1);
  await it.press();
  expect(it.asked.at(-1)).toEqual([
    '/api/outcome',
    { submissionId: 'a', outcome: 'open', was: won, call_back: others },
  ]);
});

test('an amount typed before the outcome is stored applies to the stored outcome', async () => {
  const won = { state: 'won', ...mine } as const;
  const amount = { state: 'won', amount: 5 } as const;
  const it = world({}, { outcome: won }, { outcome: { ...amount, ...mine } });
  it.following.press(it.lead, 'won');
  await it.following.decide(it.lead, amount, { ...won, at: 'by the clock of this page' });
  expect(it.asked.at(-1)).toMatchObject(['/api/outcome', { was: won }]);
});

test('a choice is compared with the state after pending changes, not before them', async () => {
  const won = { outcome: { state: 'won', ...mine } } as const;
  const it = world(won, { outcome: { state: 'open', ...mine } }, won);
  for (const key of ['open', 'won', 'won'] as const) it.following.press(it.lead, key);
  await expect.poll(it.titles).toHaveLength(2);
  expect(it.asked).toMatchObject([
    ['/api/outcome', { outcome: 'open' }],
    ['/api/outcome', { outcome: 'won' }],
  ]);
});

test('a failed archive keeps the row and says so; a failed undo can be retried', async () => {
  const broken = new AskError('broken');
  const it = world({}, broken, { archived: true }, broken, { archived: false });
  await it.archiving.toggle(it.lead);
  expect(it.rows).toEqual(['ask for a']);
  const description = it.lead.name;
  expect(it.toasts).toEqual([{ title: 'Could not be archived', description, destructive: true }]);
  await it.archiving.toggle(it.lead);
  await it.press();
  expect(it.titles().slice(1)).toEqual(['Archived', 'Could not be restored', 'Archived']);
  await it.press();
  expect(it.rows.filter((row) => row !== 'ask for a')).toEqual(['take a', 'put back a']);
});

test('a second lead is archived half a second later, although a response sets the clock back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const it = world({}, { archived: true }, { archived: true });
  await it.archiving.toggle({ id: 'a' });
  await it.archiving.toggle({ id: 'b' });
  vi.advanceTimersByTime(500);
  await it.archiving.toggle({ id: 'b' });
  vi.useRealTimers();
  expect(it.rows).toEqual(['take a', 'take b']);
});

const { at } = mine;
const delivered = { state: 'delivered', at } as const;
const failed = { state: 'failed', at } as const;
const attempts = [{ at, ms: 12, status: 500, by: 'admin@example.com' }];
const resends = ['/api/resend-to-webhook', { submissionId: 'a' }];

test.each<[string, unknown]>([
  ['no answer', new AskError('unreachable')],
  ['an error page', new AskError('broken', { body: undefined })],
  ['an answer of another shape', [1, 2]],
  ['nothing but an error', { error: 'The webhook is gone' }],
  ['an unknown delivery state', { delivery: { state: 'lost' } }],
])('a resend without a usable answer fails: %s', async (_, answer) => {
  const it = world({ delivery: failed }, answer);
  await it.resending.send(it.lead);
  expect(it.titles()).toEqual(['Failed to send to webhook']);
  expect(it.lead.delivery).toEqual(failed);
});

test('only a resend of a single lead sends a lead that was delivered already', async () => {
  const it = world({}, { delivery: delivered, attempts }, { delivery: delivered, attempts });
  await it.resending.resend('a');
  await it.resending.send({ ...it.lead, delivery: delivered });
  expect(it.asked).toEqual([[resends[0], { submissionId: 'a', ifUndelivered: true }], resends]);
});
