import { describe, expect, test, vi } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { actionWorld as world, ownStamp as mine } from '../../../support/worlds/inbox-world.ts';

const others = { at: '2026-02-28T12:00:00Z', by: 'bob@example.com' };
const waiting = { answered: null };
const marks = ['/api/answer-submission', { submissionId: 'a', answered: true }];
const takesBack = ['/api/answer-submission', { submissionId: 'a', answered: false }];

describe('an answer', () => {
  test('shows the first admin’s stamp, without an undo, if another admin was first', async () => {
    const inbox = world(waiting, { answered: others });
    await inbox.answering.toggle(inbox.lead);
    expect(inbox.lead.answered).toEqual(others);
    expect(inbox.titles()).toEqual([
      expect.stringMatching(/^Answered by bob@example\.com, yesterday /) as string,
    ]);
    expect(inbox.toasts[0]).not.toHaveProperty('action');
  });

  test('is shown at once, and stays over older reads until the server has answered', async () => {
    const inbox = world(waiting, { answered: mine });
    const answering = inbox.answering.toggle(inbox.lead);
    inbox.learn({ ...waiting, company: 'Another' });
    expect(inbox.lead).toMatchObject({ answered: mine, company: 'Another' });
    await answering;
    expect(inbox.lead).toMatchObject({ answered: mine, company: 'Another' });
  });

  test('is removed by undo', async () => {
    const inbox = world(waiting, { answered: mine }, { answered: null });
    await inbox.answering.toggle(inbox.lead);
    await inbox.press();
    expect(inbox.asked.at(-1)).toEqual(takesBack);
    expect(inbox.lead.answered).toBeNull();
  });

  test('is restored by undo after its removal, in the name of the admin who undoes it', async () => {
    const inbox = world({ ...waiting, answered: others }, { answered: null }, { answered: mine });
    await inbox.answering.toggle(inbox.lead);
    expect(inbox.asked.at(-1)).toEqual(takesBack);
    await inbox.press();
    expect(inbox.hidden).toEqual(inbox.titles().slice(0, 1));
    expect(inbox.asked.at(-1)).toEqual(marks);
    expect(inbox.lead.answered).toEqual(mine);
  });

  test('leaves a colleague’s change in place when it fails', async () => {
    const inbox = world(waiting, new AskError('broken'));
    const saving = inbox.answering.toggle(inbox.lead);
    inbox.learn({ answered: others });
    await saving;
    expect(inbox.lead.answered).toEqual(others);
  });

  test('offers a retry if no response came', async () => {
    const inbox = world(waiting, new AskError('unreachable'), { answered: mine });
    await inbox.answering.toggle(inbox.lead);
    expect(inbox.toasts[0]?.description).toMatch(/could not be reached/);
    inbox.toasts[0]?.action?.run();
    await vi.waitUntil(() => inbox.asked.length === 2 && inbox.lead.answered);
  });

  test('is sent once, however often it is pressed, and not for a lead from an earlier version', async () => {
    const inbox = world(waiting, { answered: mine });
    await inbox.answering.toggle({ id: 'a' });
    expect(inbox.asked).toEqual([]);
    await Promise.all([inbox.answering.toggle(inbox.lead), inbox.answering.toggle(inbox.lead)]);
    expect(inbox.asked).toEqual([marks]);
  });

  test('is offered after a press on the phone number, and the press alone marks nothing', async () => {
    const inbox = world(waiting, { answered: mine });
    inbox.answering.offer({ ...inbox.lead, answered: others });
    expect(inbox.toasts).toEqual([]);
    inbox.answering.offer(inbox.lead);
    expect(inbox.asked).toEqual([]);
    await inbox.press();
    expect(inbox.asked).toEqual([marks]);
    expect(inbox.lead.answered).toEqual(mine);
  });
});

test('a failed follow-up is rolled back, even on a lead that had none', async () => {
  const inbox = world({}, new AskError('unreachable'), new AskError('unreachable'));
  await inbox.calling.plan('a', '2026-03-02T15:00:00Z');
  void inbox.following.decide(inbox.lead, { state: 'won' });
  await expect.poll(inbox.titles).toHaveLength(2);
  const follow = ({ outcome, call_back }: Partial<typeof inbox.lead>) => ({ outcome, call_back });
  expect(inbox.was.map(follow), 'shown until the answer').toMatchObject([
    { call_back: { by: mine.by } },
    {},
    { outcome: { state: 'won' } },
    {},
  ]);
  expect(follow(inbox.lead)).toEqual({ outcome: undefined, call_back: undefined });
});

test('undo of an outcome restores a call that a colleague planned in the meantime', async () => {
  const won = { state: 'won', ...mine };
  const open = { outcome: { state: 'open', ...mine }, call_back: others };
  const inbox = world({}, { outcome: won, call_back: null, ended: others }, open);
  void inbox.following.decide(inbox.lead, { state: 'won' });
  await expect.poll(inbox.titles).toHaveLength(1);
  await inbox.press();
  expect(inbox.asked.at(-1)).toEqual([
    '/api/outcome',
    { submissionId: 'a', outcome: 'open', was: won, call_back: others },
  ]);
});

test('an amount that is typed before the outcome is stored belongs to that outcome', async () => {
  const won = { state: 'won', ...mine } as const;
  const amount = { state: 'won', amount: 5 } as const;
  const inbox = world({}, { outcome: won }, { outcome: { ...amount, ...mine } });
  inbox.following.press(inbox.lead, 'won');
  await inbox.following.decide(inbox.lead, amount, { ...won, at: 'by the clock of this page' });
  expect(inbox.asked.at(-1)).toMatchObject(['/api/outcome', { was: won }]);
});

test('a choice is compared with the state after pending changes, not before them', async () => {
  const won = { outcome: { state: 'won', ...mine } } as const;
  const inbox = world(won, { outcome: { state: 'open', ...mine } }, won);
  for (const key of ['open', 'won', 'won'] as const) inbox.following.press(inbox.lead, key);
  await expect.poll(inbox.titles).toHaveLength(2);
  expect(inbox.asked).toMatchObject([
    ['/api/outcome', { outcome: 'open' }],
    ['/api/outcome', { outcome: 'won' }],
  ]);
});

test('a failed archive keeps the row and says so; a failed undo can be retried', async () => {
  const broken = new AskError('broken');
  const inbox = world({}, broken, { archived: true }, broken, { archived: false });
  await inbox.archiving.toggle(inbox.lead);
  expect(inbox.rows).toEqual(['ask for a']);
  const description = inbox.lead.name;
  expect(inbox.toasts).toEqual([
    { title: 'Could not be archived', description, destructive: true },
  ]);
  await inbox.archiving.toggle(inbox.lead);
  await inbox.press();
  expect(inbox.titles().slice(1)).toEqual(['Archived', 'Could not be restored', 'Archived']);
  await inbox.press();
  expect(inbox.rows.filter((row) => row !== 'ask for a')).toEqual(['take a', 'put back a']);
});

test('a second lead is archived half a second later, although a response sets the clock back', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const inbox = world({}, { archived: true }, { archived: true });
  await inbox.archiving.toggle({ id: 'a' });
  await inbox.archiving.toggle({ id: 'b' });
  vi.advanceTimersByTime(500);
  await inbox.archiving.toggle({ id: 'b' });
  vi.useRealTimers();
  expect(inbox.rows).toEqual(['take a', 'take b']);
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
  const inbox = world({ delivery: failed }, answer);
  await inbox.resending.send(inbox.lead);
  expect(inbox.titles()).toEqual(['Failed to send to webhook']);
  expect(inbox.lead.delivery).toEqual(failed);
});

test('only a resend of a single lead sends a lead that was delivered already', async () => {
  const inbox = world({}, { delivery: delivered, attempts }, { delivery: delivered, attempts });
  await inbox.resending.resend('a');
  await inbox.resending.send({ ...inbox.lead, delivery: delivered });
  expect(inbox.asked).toEqual([[resends[0], { submissionId: 'a', ifUndelivered: true }], resends]);
});
