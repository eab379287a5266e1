import { expect, test } from 'vitest';
import { AskError } from '../../../../src/islands/staff/ask.ts';
import { actionWorld, ownStamp } from '../../../support/worlds/inbox-world.ts';

const { at } = ownStamp;
const delivered = { state: 'delivered', at } as const;
const failed = { state: 'failed', at } as const;
const attempts = [{ at, ms: 12, status: 500, by: 'admin@example.com' }];
const resends = ['/api/resend-to-webhook', { submissionId: 'a' }];

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

test('only a lead that an admin resends by itself is sent although it was delivered', async () => {
  const it = actionWorld({}, { delivery: delivered, attempts }, { delivery: delivered, attempts });
  await it.resending.resend('a');
  await it.resending.send({ ...it.lead, delivery: delivered });
  expect(it.asked).toEqual([[resends[0], { submissionId: 'a', ifUndelivered: true }], resends]);
});
