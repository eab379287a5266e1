import { expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { actionWorld, ownStamp } from '../../../support/worlds/inbox-world.ts';

const { at } = ownStamp;
const delivered = { state: 'delivered', at } as const;
const failed = { state: 'failed', at } as const;
const attempts = [{ at, ms: 12, status: 500, by: 'admin@example.com' }];
const held = (...reasons: string[]) => ({ delivery: { state: 'held', reasons } as const });
const resends = ['/api/resend-to-webhook', { submissionId: 'a' }];

test('a successful resend is reported, updates its row, and is asked for once', async () => {
  const it = actionWorld({ delivery: failed }, { delivery: delivered, attempts });
  const sending = it.resending.send(it.lead);
  expect([...it.resending.$sending.get()]).toEqual(['a']);
  await Promise.all([sending, it.resending.send(it.lead)]);
  expect([...it.resending.$sending.get()]).toEqual([]);
  expect(it.asked).toEqual([resends]);
  expect(it.lead).toMatchObject({ delivery: delivered, attempts });
  expect(it.toasts).toEqual([{ title: 'Successfully sent to webhook' }]);
});

test('a failed resend says why, and its row shows the attempt', async () => {
  const body = { error: 'The webhook answered with status 500.', delivery: failed, attempts };
  const it = actionWorld({ delivery: delivered }, new AskError('broken', { body }));
  await it.resending.send(it.lead);
  expect(it.lead).toMatchObject({ delivery: failed, attempts });
  expect(it.toasts).toEqual([{ title: body.error, destructive: true }]);
});

test.each<[string, unknown, string?]>([
  ['no answer', new AskError('unreachable')],
  ['an error page', new AskError('broken', { body: undefined })],
  ['an answer of another shape', [1, 2]],
  ['an unknown delivery state', { delivery: { state: 'lost' } }],
  [
    'an answer of 200 with an error',
    { error: 'It is being sent right now.' },
    'It is being sent right now.',
  ],
])('a resend without a usable answer fails: %s', async (_, answer, says) => {
  const it = actionWorld({ delivery: failed }, answer);
  await it.resending.send(it.lead);
  expect(it.toasts).toEqual([{ title: says ?? 'Failed to send to webhook', destructive: true }]);
  expect(it.lead.delivery).toEqual(failed);
});

test('a held lead is released, not resent', async () => {
  const it = actionWorld(held(), { delivery: delivered });
  await Promise.all([it.resending.send(it.lead), it.resending.send(it.lead)]);
  expect(it.asked).toEqual([['/api/release-submission', { submissionId: 'a' }]]);
  expect(it.lead.delivery).toEqual(delivered);
  expect(it.toasts).toEqual([{ title: 'Released' }]);
});

test('a lead whose person opted out is only released after a question', async () => {
  const it = actionWorld(held('do_not_contact'), { delivery: delivered });
  const { $asked, send, releaseAsked } = it.resending;
  await send(it.lead);
  expect($asked.get()).toMatchObject({ id: 'a', email: it.lead.email });
  $asked.set(undefined);
  await releaseAsked([]);
  expect(it.asked).toEqual([]);
  await send(it.lead);
  await releaseAsked(['phone']);
  const newConsent = ['phone'];
  expect(it.asked).toEqual([['/api/release-submission', { submissionId: 'a', newConsent }]]);
  expect($asked.get()).toBeUndefined();
  expect(it.lead.delivery).toEqual(delivered);
});

test('only a lead that an admin resends by itself is sent although it was delivered', async () => {
  const it = actionWorld({}, { delivery: delivered, attempts }, { delivery: delivered, attempts });
  await it.resending.resend('a');
  await it.resending.send({ ...it.lead, delivery: delivered });
  expect(it.asked).toEqual([[resends[0], { submissionId: 'a', ifUndelivered: true }], resends]);
});
