import { expect, test } from 'vitest';
import { createResending } from '../../../../src/islands/inbox/resend/resend.ts';
import { AskError, type Ask } from '../../../../src/islands/staff/ask.ts';
import type { Toast } from '../../../../src/browser/toasts.ts';

const delivered = { state: 'delivered', at: '2026-03-01T12:00:00Z' };
const failed = { state: 'failed', at: '2026-03-01T12:00:00Z' };
const failedOne = (id: string) => ({ id, delivery: { ...failed, state: 'failed' as const } });
const attempts = [{ at: '2026-03-01T12:00:00Z', ms: 12, status: 500, by: 'admin@example.com' }];

function resending(ask: Ask) {
  const toasts: Toast[] = [];
  const changes: unknown[] = [];
  const store = createResending({
    ask,
    toast: (toast) => void toasts.push(toast),
    update: (id, change) => void changes.push({ id, ...change }),
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

test('a resend that went through is said, and shown in its row', async () => {
  const { send, toasts, changes, $sending } = resending(
    answering({ delivery: delivered, attempts }),
  );
  const sending = send(failedOne('a'));
  expect([...$sending.get()]).toEqual(['a']);
  await sending;
  expect([...$sending.get()]).toEqual([]);
  expect(changes).toEqual([{ id: 'a', delivery: delivered, attempts }]);
  expect(toasts).toEqual([{ title: 'Successfully sent to webhook' }]);
});

test('one that failed says why, and its row shows the attempt', async () => {
  const body = { error: 'The webhook answered with status 500.', delivery: failed, attempts };
  const { send, toasts, changes } = resending(failing(new AskError('broken', { body })));
  await send(failedOne('a'));
  expect(changes).toEqual([{ id: 'a', delivery: failed, attempts }]);
  expect(toasts).toEqual([{ title: 'The webhook answered with status 500.', destructive: true }]);
});

test.each([
  ['no answer', failing(new AskError('unreachable'))],
  ['an error page', failing(new AskError('broken', { body: undefined }))],
  ['an answer of another shape', answering([1, 2])],
  ['a delivery that is none', answering({ delivery: { state: 'lost' } })],
])('%s is a failure in our own words', async (_, ask) => {
  const { send, toasts, changes } = resending(ask);
  await send(failedOne('a'));
  expect(toasts).toEqual([{ title: 'Failed to send to webhook', destructive: true }]);
  expect(changes).toEqual([{ id: 'a' }]);
});

test('an error in an answer of 200 is a failure too', async () => {
  const { send, toasts } = resending(answering({ error: 'It is being sent right now.' }));
  await send(failedOne('a'));
  expect(toasts).toEqual([{ title: 'It is being sent right now.', destructive: true }]);
});

test('a second press while it is being sent does nothing', async () => {
  let calls = 0;
  const { send } = resending(() => {
    calls += 1;
    return Promise.resolve(Response.json({ delivery: delivered }));
  });
  await Promise.all([send(failedOne('a')), send(failedOne('a')), send(failedOne('b'))]);
  expect(calls).toBe(2);
});

test('what was held is released, and not resent', async () => {
  const asked: unknown[] = [];
  const { send, toasts, changes } = resending((path, options) => {
    asked.push([path, options]);
    return Promise.resolve(Response.json({ delivery: delivered }));
  });
  const held = { id: 'a', delivery: { state: 'held' as const, reasons: [] } };
  await Promise.all([send(held), send(held)]);
  expect(asked).toEqual([['/api/release-submission', { json: { submissionId: 'a' } }]]);
  expect(changes).toEqual([{ id: 'a', delivery: delivered }]);
  expect(toasts).toEqual([{ title: 'Released' }]);
});
