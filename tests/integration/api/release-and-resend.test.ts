import { expect, test, vi } from 'vitest';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { deliveries } from '../../support/builders/record.ts';
import { now, staffWorld } from '../../support/worlds/staff-world.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';

const open = async (different: Parameters<typeof staffWorld>[0] = {}) => {
  const world = await staffWorld(different);
  const resend = (submissionId: string, more = {}) =>
    world.post(api.resendToWebhook, { submissionId, ...more });
  return { ...world, resend };
};

const { pending, delivered, failed } = deliveries;

test.each([pending, delivered, failed, deliveries.off])(
  'a resend works from $state, and names the admin',
  async (delivery) => {
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
        at: deps.now().toISOString(),
        by: { name: 'sam@example.com', uid: expect.any(String) as string },
        event: { action: 'resent', submission: id },
      },
    ]);
  },
);

test('a held lead is sent only by a release', async () => {
  const { lead, resend, receiver, entries } = await open();
  const { id } = await lead({ delivery: deliveries.held });
  const error = 'This lead is held. Release it to send it.';
  expect(await resend(id)).toEqual({ status: 409, body: { error } });
  expect([receiver.of(id), await entries()]).toEqual([[], []]);
});

test('a bulk resend skips leads that were delivered in the meantime', async () => {
  const { lead, resend, receiver, entries, store } = await open();
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
  // Another admin released it first.
  vi.spyOn(store, 'get').mockResolvedValueOnce(missing);
  expect((await resend(missing.id, { ifUndelivered: true })).status).toBe(200);
  expect(receiver.of(arrived.id)).toEqual([]);
  expect(receiver.of(missing.id)).toHaveLength(1);
  expect(await entries()).toHaveLength(2);
});

test.each<[Delivery, Delivery]>([
  [pending, pending],
  [delivered, delivered],
  [failed, { state: 'failed', at: now }],
  [deliveries.off, { state: 'failed', at: now, since: now }],
])(
  'a resend says what the webhook answered when it refused, and leaves %j as %j',
  async (delivery, expected) => {
    const { lead, resend, receiver, store, entries } = await open();
    receiver.usually({ status: 500, body: 'no room' });
    const { id } = await lead({ delivery });
    expect(await resend(id)).toMatchObject({
      status: 502,
      body: {
        error: 'The webhook answered with status 500.',
        delivery: expected,
        attempts: [{ status: 500, answer: 'no room', by: 'sam@example.com' }],
      },
    });
    expect(await store.get(id)).toMatchObject({ delivery: expected, tries: 0, lease: null });
    expect(await entries()).toHaveLength(1);
    receiver.usually('reset');
    expect((await resend(id)).body).toMatchObject({
      error: 'The connection was broken off before an answer came.',
    });
  },
);

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

test('a resend during another attempt is refused, and not logged', async () => {
  const { lead, resend, receiver, entries } = await open();
  const { id } = await lead({ lease: { holder: 'another', until: '2026-03-02T15:04:06.000Z' } });
  expect(await resend(id)).toEqual({
    status: 409,
    body: { error: 'This submission is being sent right now.' },
  });
  expect(receiver.arrivals).toEqual([]);
  expect(await entries()).toEqual([]);
});

const openHeld = async (different: Parameters<typeof staffWorld>[0] = {}) => {
  const world = await staffWorld(different);
  // Ten tries: delivery was given up before the lead was held.
  const held = {
    delivery: { state: 'held' as const, reasons: ['honeypot'] },
    tries: 10,
    opted_out: { at: now, how: 'stop-page' as const },
  };
  const { id } = await world.lead(held);
  return {
    ...world,
    id,
    release: (submissionId: string) => world.post(api.releaseSubmission, { submissionId }),
    listed: async () =>
      (await world.store.page({ filter: {}, limit: 9 })).records.map((it) => it.id),
    delivery: async () => (await world.store.get(id))?.delivery,
  };
};

test('a released lead is delivered once, after the answer, and is in the list', async () => {
  const { id, store, release, listed, settle, receiver, events, entries } = await openHeld();
  expect(await listed()).toEqual([]);
  expect(await release(id)).toEqual({
    status: 200,
    body: { delivery: { state: 'pending', next_attempt_at: now, since: now } },
  });
  await settle();
  const done = { delivery: { state: 'delivered' }, tries: 1, opted_out: null };
  expect(await store.get(id)).toMatchObject(done);
  expect(receiver.of(id)).toHaveLength(1);
  expect(await listed()).toEqual([id]);
  expect(events).toContainEqual({ event: 'release', id, delivery: 'pending' });
  expect(await entries()).toMatchObject([{ event: { action: 'released', submission: id } }]);
});

test('a lead released on a site without a webhook is not pending', async () => {
  const { id, release } = await openHeld({ webhook: { state: 'off' } });
  expect(await release(id)).toEqual({ status: 200, body: { delivery: { state: 'off' } } });
});

test('a lead released while the webhook is down is sent later', async () => {
  const { id, release, delivery, settle, receiver, deps } = await openHeld();
  receiver.usually({ status: 500 });
  await release(id);
  await settle();
  // Its wait starts with the release, and not with its arrival, which may be weeks ago.
  expect(await delivery()).toMatchObject({ state: 'pending', since: now });
  receiver.usually({ status: 200 });
  await retryDeliveries({ ...deps, now: () => new Date('2026-03-02T15:10:00Z') });
  expect((await delivery())?.state).toBe('delivered');
});

test.each(Object.values(deliveries).filter(({ state }) => state !== 'held'))(
  'a release refuses a lead that is $state, and changes nothing',
  async (delivery) => {
    const { lead, release, store, entries } = await openHeld();
    const record = await lead({ delivery });
    expect(await release(record.id)).toEqual({
      status: 409,
      body: { error: 'This submission is not held.' },
    });
    expect(await store.get(record.id)).toEqual(record);
    expect(await entries()).toEqual([]);
  },
);

test('if two admins release a lead at the same time, only one of them succeeds', async () => {
  const { id, release, settle, receiver } = await openHeld();
  const both = await Promise.all([release(id), release(id)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await settle();
  expect(receiver.of(id)).toHaveLength(1);
});
