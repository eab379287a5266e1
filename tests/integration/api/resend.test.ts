import { expect, test } from 'vitest';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { second } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

const open = async (different: Parameters<typeof staffWorld>[0] = {}) => {
  const world = await staffWorld(different);
  const resend = (submissionId: string, more = {}) =>
    world.post(api.resendToWebhook, { submissionId, ...more });
  return { ...world, resend };
};

const failed: Delivery = { state: 'failed', at: second(1) };
const delivered: Delivery = { state: 'delivered', at: second(1) };
const pending: Delivery = { state: 'pending', next_attempt_at: second(9) };

test.each([
  pending,
  delivered,
  failed,
  { state: 'off' },
  { state: 'held', reasons: ['honeypot'] },
] satisfies Delivery[])('a resend works from $state, and says who asked', async (delivery) => {
  const { lead, resend, store, receiver, entries, deps } = await open();
  const { id } = await lead({ delivery });
  expect(await resend(id)).toMatchObject({
    status: 200,
    body: { delivery: { state: 'delivered' } },
  });
  expect(await store.get(id)).toMatchObject({
    delivery: { state: 'delivered' },
    attempts: [{ status: 200, by: 'sam@example.com' }],
  });
  expect(receiver.of(id)).toHaveLength(1);
  expect(await entries()).toMatchObject([
    {
      number: 1,
      at: deps.now().toISOString(),
      by: { name: 'sam@example.com', uid: expect.any(String) as string },
      event: { action: 'resent', submission: id },
    },
  ]);
});

test('a resend in bulk sends nothing that was delivered meanwhile', async () => {
  const { lead, resend, receiver, entries } = await open();
  const [arrived, missing] = [
    await lead({ delivery: delivered }),
    await lead({ delivery: failed }),
  ];
  for (const { id } of [arrived, missing]) {
    expect(await resend(id, { ifUndelivered: true })).toMatchObject({
      status: 200,
      body: { delivery: { state: 'delivered' } },
    });
  }
  expect(receiver.of(arrived.id)).toEqual([]);
  expect(receiver.of(missing.id)).toHaveLength(1);
  expect(await entries()).toHaveLength(1);
});

test.each([failed, pending])(
  'a resend says what the webhook answered when it refused, and a lead that is $state stays so',
  async (delivery) => {
    const { lead, resend, receiver, store, entries } = await open();
    receiver.usually({ status: 500, body: 'no room' });
    const { id } = await lead({ delivery });
    expect(await resend(id)).toMatchObject({
      status: 502,
      body: {
        error: 'The webhook answered with status 500.',
        delivery: { state: delivery.state },
        attempts: [{ status: 500, answer: 'no room', by: 'sam@example.com' }],
      },
    });
    expect(await store.get(id)).toMatchObject({ tries: 0, lease: null });
    expect(await entries()).toHaveLength(1);
  },
);

test('a resend finds no lead if it was erased meanwhile', async () => {
  const { lead, resend, store, deps, receiver } = await open();
  const { id } = await lead();
  const change: Store['change'] = async (...claim) => {
    await store.erase([id], second(0));
    return store.change(...claim);
  };
  const erasing = Object.assign(Object.create(store) as Store, { change });
  deps.store = () => Promise.resolve(erasing);
  expect(await resend(id)).toEqual({
    status: 404,
    body: { error: 'There is no such submission.' },
  });
  expect(receiver.arrivals).toEqual([]);
});

test.each([
  ['no webhook is wanted', 'off', /^No webhook is set up: set WEBHOOK_URL .+ go to\.$/],
  ['the webhook is missing', 'missing', /^No webhook is set up: .+ Leads wait until then\.$/],
  ['the webhook is wrong', 'wrong', /^The webhook is misconfigured: the log says/],
] as const)('a resend says that %s, and changes nothing', async (_, state, sentence) => {
  const { lead, resend, store, entries } = await open({ webhook: { state } });
  const record = await lead();
  expect(await resend(record.id)).toEqual({
    status: 502,
    body: { error: expect.stringMatching(sentence) as string },
  });
  expect(await store.get(record.id)).toEqual(record);
  expect((await resend('nobody')).status).toBe(404);
  expect(await entries()).toEqual([]);
});

test('a resend waits for an attempt that is under way', async () => {
  const { lead, resend, receiver } = await open();
  const { id } = await lead({ lease: { holder: 'another', until: '2026-03-02T15:04:06.000Z' } });
  expect(await resend(id)).toEqual({
    status: 409,
    body: { error: 'This submission is being sent right now.' },
  });
  expect(receiver.arrivals).toEqual([]);
});
