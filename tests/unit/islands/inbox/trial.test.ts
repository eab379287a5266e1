import { expect, test } from 'vitest';
import type { Attempt, TrialDelivery } from '../../../../src/shared/submission.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import { outcomeOf, createTrial, stageOf } from '../../../../src/islands/inbox/trial/trial.ts';
import { fakeTab } from '../../../support/worlds/fake-tab.ts';

const at = '2026-03-01T12:00:00.000Z';
const pending = { state: 'pending', next_attempt_at: at } as const;
const refused: Attempt = { at, ms: 12, status: 500, answer: 'no room' };
const taken: Attempt = { at, ms: 180, status: 204 };
const sent: TrialDelivery = { id: 'a b', delivery: pending, attempts: [] };
const missed: TrialDelivery = { ...sent, attempts: [refused] };
const arrived: TrialDelivery = {
  ...sent,
  delivery: { state: 'delivered', at },
  attempts: [refused, taken],
};

/** The functions give these answers in turn; an error is a refusal. */
function trialWorld(...answers: unknown[]) {
  const tab = fakeTab();
  const calls: string[] = [];
  const ask: Ask = async (path, { json } = {}) => {
    calls.push(json === undefined ? path : `POST ${path}`);
    const answer: unknown = await answers.shift();
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  };
  const store = createTrial({ ask, browser: tab.browser });
  store.open();
  const stage = () => stageOf(store.$trial.get());
  const says = () => outcomeOf(store.$trial.get())?.says;
  const problem = () => store.$trial.get().problem;
  return { ...store, ...tab, calls, stage, says, problem };
}

test('a trial lead is sent and watched until it arrives', async () => {
  const it = trialWorld(sent, sent, arrived);
  expect(it.stage()).toBe('rest');
  const going = it.go();
  expect(it.stage()).toBe('sending');
  await going;
  expect(it.stage()).toBe('under way');
  await it.pass(1000);
  expect(it.stage()).toBe('under way');
  await it.pass(1000);
  expect(it.stage()).toBe('arrived');
  expect(it.says()).toBe('It arrived: the webhook answered 204 after 180 ms.');
  await it.pass(60_000);
  expect(it.calls).toEqual([
    'POST /api/test-delivery',
    '/api/test-delivery?id=a%20b',
    '/api/test-delivery?id=a%20b',
  ]);
});

test('a trial lead that has not arrived shows why, and is still watched', async () => {
  const silent = {
    ...missed,
    attempts: [refused, { at, ms: 9, error: 'The connection was refused' }],
  };
  const it = trialWorld(sent, missed, silent, arrived);
  await it.go();
  await it.pass(1000);
  expect(it.says()).toBe('It did not arrive: the webhook answered 500.');
  await it.pass(1000);
  expect(it.says()).toBe('It did not arrive. The connection was refused.');
  await it.pass(1000);
  expect(it.stage()).toBe('arrived');
});

test('a failed trial lead is not watched any more, but can be resent', async () => {
  const failed = { ...missed, delivery: { state: 'failed', at } };
  const it = trialWorld(sent, failed, { delivery: arrived.delivery, attempts: arrived.attempts });
  await it.go();
  await it.pass(1000);
  expect(it.stage()).toBe('missed');
  await it.pass(60_000);
  expect(it.calls).toHaveLength(2);
  const going = it.go();
  expect(it.stage()).toBe('under way');
  await going;
  expect(it.calls.at(-1)).toBe('POST /api/resend-to-webhook');
  expect(it.stage()).toBe('arrived');
});

test('a resend that fails shows its attempt, or the reason why there was none', async () => {
  const again = { error: 'The webhook answered with status 500.', delivery: pending };
  const busy = { error: 'This submission is being sent right now.' };
  const it = trialWorld(
    sent,
    missed,
    new AskError('broken', { body: { ...again, attempts: [refused, refused] } }),
    new AskError('refused', { body: busy }),
    arrived,
  );
  await it.go();
  await it.pass(1000);
  await it.go();
  expect(it.$trial.get().lead?.attempts).toHaveLength(2);
  expect(it.problem()).toBeUndefined();
  await it.go();
  expect(it.problem()).toBe('This submission is being sent right now.');
  await it.pass(1000);
  expect(it.stage()).toBe('arrived');
  expect(it.problem()).toBeUndefined();
});

test('an answer from before a resend changes nothing', async () => {
  const late = [
    Promise.withResolvers<TrialDelivery>(),
    Promise.withResolvers<TrialDelivery>(),
  ] as const;
  const trying = Promise.withResolvers<Partial<TrialDelivery>>();
  const it = trialWorld(sent, missed, late[0].promise, trying.promise, late[1].promise);
  await it.go();
  await it.pass(1000);
  await it.pass(1000);
  const going = it.go();
  late[0].resolve(missed);
  await it.pass(1000);
  expect(it.stage(), 'it is still being tried').toBe('under way');
  trying.resolve({ delivery: pending, attempts: [refused, refused] });
  await going;
  await it.pass(1000);
  it.close();
  late[1].resolve(missed);
  await it.pass(1000);
  expect(it.$trial.get().lead?.attempts).toHaveLength(2);
});

test.each([
  [new AskError('refused', { body: { error: 'No webhook is set up.' } }), 'No webhook is set up.'],
  [new AskError('unreachable'), 'The test lead could not be sent. Please try again.'],
  [{ unreadable: true }, 'The test lead could not be sent. Please try again.'],
])('a trial lead that could not be sent shows why: %s', async (answer, sentence) => {
  const it = trialWorld(answer);
  await it.go();
  expect(it.problem()).toBe(sentence);
  expect(it.stage()).toBe('rest');
  expect(it.pending()).toBe(0);
});

test('a failed check says so, and watching continues until the trial lead is deleted', async () => {
  const it = trialWorld(sent, new AskError('broken'), missed, new AskError('refused'));
  await it.go();
  await it.pass(1000);
  expect(it.problem()).toBe('Its status is not available right now. Trying again.');
  await it.pass(1000);
  expect(it.problem()).toBeUndefined();
  expect(it.stage()).toBe('missed');
  await it.pass(1000);
  expect(it.problem()).toBe('This test lead was deleted because it is more than a day old.');
  expect(it.stage()).toBe('rest');
  expect(it.pending()).toBe(0);
});

test('a closed dialog sends no requests, and still has the trial lead when it opens again', async () => {
  const sending = Promise.withResolvers<TrialDelivery>();
  const it = trialWorld(sending.promise, arrived);
  const going = it.go();
  it.close();
  sending.resolve(sent);
  await going;
  await it.pass(60_000);
  expect(it.calls).toHaveLength(1);
  it.open();
  expect(it.stage()).toBe('under way');
  await it.pass(1000);
  expect(it.stage()).toBe('arrived');
  it.close();
  it.open();
  expect(it.stage()).toBe('rest');
});

test('a dialog opened during a resend waits for it and sends nothing more', async () => {
  const trying = Promise.withResolvers<Partial<TrialDelivery>>();
  const it = trialWorld(sent, missed, trying.promise);
  await it.go();
  await it.pass(1000);
  const going = it.go();
  it.close();
  it.open();
  await it.pass(60_000);
  expect(it.stage()).toBe('under way');
  await it.go();
  expect(it.calls).toHaveLength(3);
  trying.resolve({ ...arrived });
  await going;
  expect(it.stage()).toBe('arrived');
});

test('pressing the button while a trial lead is on its way sends nothing', async () => {
  const it = trialWorld(sent);
  await Promise.all([it.go(), it.go()]);
  await it.go();
  expect(it.calls).toEqual(['POST /api/test-delivery']);
});
