import { expect, test } from 'vitest';
import { createResending } from '../../../../src/islands/inbox/actions/resending.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';

const delivered = { state: 'delivered', at: '2026-03-01T12:00:00Z' };
const failed = { state: 'failed', at: '2026-03-01T12:00:00Z' };
const failedOne = (id: string) => ({ id, delivery: { ...failed, state: 'failed' as const } });
const attempts = [{ at: '2026-03-01T12:00:00Z', ms: 12, status: 500, by: 'admin@example.com' }];

function resendWorld(ask: Ask) {
  const toasts: Toast[] = [];
  const changes: unknown[] = [];
  const store = createResending({
    ask,
    toast: (toast) => void toasts.push(toast),
    list: {
      update: (id, change) => void changes.push({ id, ...change }),
      askAgain: () => Promise.resolve(),
    },
  });
  return { ...store, toasts, changes };
}

const answering =
  (body: unknown): Ask =>
  () =>
    Promise.resolve(Response.json(body));
const failing =
  (error: Error): Ask =>
  () =>
    Promise.reject(error);

test('a successful resend is reported and updates its row', async () => {
  const { send, toasts, changes, $sending } = resendWorld(
    answering({ delivery: delivered, attempts }),
  );
  const sending = send(failedOne('a'));
  expect([...$sending.get()]).toEqual(['a']);
  await sending;
  expect([...$sending.get()]).toEqual([]);
  expect(changes).toEqual([{ id: 'a', delivery: delivered, attempts }]);
  expect(toasts).toEqual([{ title: 'Successfully sent to webhook' }]);
});

test('a failed resend says why, and its row shows the attempt', async () => {
  const body = { error: 'The webhook answered with status 500.', delivery: failed, attempts };
  const { send, toasts, changes } = resendWorld(failing(new AskError('broken', { body })));
  await send(failedOne('a'));
  expect(changes).toEqual([{ id: 'a', delivery: failed, attempts }]);
  expect(toasts).toEqual([{ title: 'The webhook answered with status 500.', destructive: true }]);
});

test.each([
  ['no answer', failing(new AskError('unreachable'))],
  ['an error page', failing(new AskError('broken', { body: undefined }))],
  ['an answer of another shape', answering([1, 2])],
  ['an unknown delivery state', answering({ delivery: { state: 'lost' } })],
])('a resend without a usable answer fails with our own message: %s', async (_, ask) => {
  const { send, toasts, changes } = resendWorld(ask);
  await send(failedOne('a'));
  expect(toasts).toEqual([{ title: 'Failed to send to webhook', destructive: true }]);
  expect(changes).toEqual([{ id: 'a' }]);
});

test('an answer of 200 with an error is a failure, too', async () => {
  const { send, toasts } = resendWorld(
    answering({ error: 'This submission is being sent right now.' }),
  );
  await send(failedOne('a'));
  expect(toasts).toEqual([
    { title: 'This submission is being sent right now.', destructive: true },
  ]);
});

test('a second press during a resend does nothing', async () => {
  let calls = 0;
  const { send } = resendWorld(() => {
    calls += 1;
    return Promise.resolve(Response.json({ delivery: delivered }));
  });
  await Promise.all([send(failedOne('a')), send(failedOne('a')), send(failedOne('b'))]);
  expect(calls).toBe(2);
});

test('a held lead is released, not resent', async () => {
  const asked: unknown[] = [];
  const { send, toasts, changes } = resendWorld((path, options) => {
    asked.push([path, options]);
    return Promise.resolve(Response.json({ delivery: delivered }));
  });
  const held = { id: 'a', delivery: { state: 'held' as const, reasons: [] } };
  await Promise.all([send(held), send(held)]);
  expect(asked).toEqual([['/api/release-submission', { json: { submissionId: 'a' } }]]);
  expect(changes).toEqual([{ id: 'a', delivery: delivered }]);
  expect(toasts).toEqual([{ title: 'Released' }]);
});

test('a lead whose person opted out is only released after a question', async () => {
  const asked: unknown[] = [];
  const world = resendWorld((_, { json } = {}) => {
    asked.push(json);
    return Promise.resolve(Response.json({ delivery: delivered }));
  });
  const held = { id: 'a', delivery: { state: 'held' as const, reasons: ['do_not_contact'] } };
  await world.send(held);
  expect(world.$asked.get()).toEqual({ id: 'a' });
  world.$asked.set(undefined);
  await world.releaseAsked();
  expect(asked).toEqual([]);
  await world.send(held);
  await world.releaseAsked();
  expect(asked).toEqual([{ submissionId: 'a', newConsent: true }]);
  expect(world.$asked.get()).toBeUndefined();
  expect(world.changes).toEqual([{ id: 'a', delivery: delivered }]);
});

test('only a lead that an admin resends by itself is sent although it was delivered', async () => {
  const asked: unknown[] = [];
  const { resend, send } = resendWorld((_, options) => {
    asked.push(options?.json);
    return Promise.resolve(Response.json({ delivery: delivered, attempts }));
  });
  await resend('a');
  await send(failedOne('a'));
  expect(asked).toEqual([{ submissionId: 'a', ifUndelivered: true }, { submissionId: 'a' }]);
});
