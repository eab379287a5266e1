import { onTestFinished, expect, test, vi } from 'vitest';
import {
  $trial,
  go,
  outcomeOf,
  stageOf,
  watch,
} from '../../../../src/islands/inbox/dialogs/trial.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Attempt, TrialDelivery } from '../../../../src/shared/submission.ts';

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

/** An open dialog. The functions give these answers in turn; an error is a refusal. */
function trialWorld(...answers: unknown[]) {
  vi.useFakeTimers();
  const calls: string[] = [];
  const ask: Ask = async (path, { json } = {}) => {
    calls.push(json === undefined ? path : `POST ${path}`);
    const answer: unknown = await answers.shift();
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  };
  $trial.set({});
  const close = watch(ask);
  onTestFinished(() => {
    close();
    vi.useRealTimers();
  });
  return {
    go: () => go(ask),
    open: () => watch(ask),
    close,
    calls,
    stage: () => stageOf($trial.get()),
    says: () => outcomeOf($trial.get())?.says,
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}

test('a trial lead is sent once and watched until it arrives', async () => {
  const it = trialWorld(sent, sent, arrived);
  const going = Promise.all([it.go(), it.go()]);
  expect(it.stage()).toBe('sending');
  await going;
  expect(it.stage()).toBe('under way');
  await it.pass(60_000);
  expect(it.says()).toBe('It arrived: the answer was 204 after 180 ms.');
  const look = '/api/test-delivery?id=a%20b';
  expect(it.calls).toEqual(['POST /api/test-delivery', look, look]);
});

test('a failed check says so, and watching continues until the trial lead is deleted', async () => {
  const silent = {
    ...sent,
    attempts: [refused, { at, ms: 9, error: 'The connection was refused' }],
  };
  const it = trialWorld(sent, new AskError('broken'), missed, silent, new AskError('refused'));
  await it.go();
  await it.pass(1000);
  expect($trial.get().problem).toBe('Its status is not available right now. Trying again.');
  await it.pass(1200);
  expect($trial.get().problem).toBeUndefined();
  expect(it.says()).toBe('It did not arrive: the answer was 500.');
  await it.pass(1300);
  expect(it.says()).toBe('It did not arrive. The connection was refused.');
  await it.pass(60_000);
  expect($trial.get()).toEqual({
    problem: 'This test lead was deleted because it is more than a day old.',
  });
  expect(it.calls).toHaveLength(5);
});

test('a resend that fails shows its attempt, or why there was none, and an older answer changes nothing', async () => {
  const late = Promise.withResolvers<TrialDelivery>();
  const again = { error: 'It answered 500.', delivery: pending, attempts: [refused, refused] };
  const busy = { error: 'This submission is being sent right now.' };
  const it = trialWorld(
    sent,
    missed,
    late.promise,
    new AskError('broken', { body: again }),
    new AskError('refused', { body: busy }),
  );
  await it.go();
  await it.pass(2500);
  const going = it.go();
  expect(it.stage()).toBe('under way');
  late.resolve(arrived);
  await going;
  expect($trial.get()).toMatchObject({ lead: { attempts: { length: 2 } }, problem: undefined });
  await it.go();
  expect($trial.get().problem).toBe('This submission is being sent right now.');
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
  onTestFinished(it.open());
  await it.pass(1000);
  expect(it.stage()).toBe('arrived');
});
