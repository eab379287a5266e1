import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { second } from '../../support/builders/record.ts';
import { staffWorld } from '../../support/worlds/staff-world.ts';

/** A world with a held lead. */
const open = async (different: Parameters<typeof staffWorld>[0] = {}) => {
  const world = await staffWorld(different);
  const { id } = await world.lead({ delivery: { state: 'held', reasons: ['honeypot'] } });
  return {
    ...world,
    id,
    release: (submissionId: string) => world.post(api.releaseSubmission, { submissionId }),
    listed: async () =>
      (await world.store.page({ filter: {}, limit: 9 })).records.map((it) => it.id),
    delivery: async () => (await world.store.get(id))?.delivery,
  };
};

/** The fixed time of the tests. */
const releasedAt = '2026-03-02T15:04:05.678Z';

test('a released lead is delivered once, after the answer, and is in the list', async () => {
  const { id, release, listed, delivery, settle, receiver, events, entries } = await open();
  expect(await listed()).toEqual([]);
  expect(await release(id)).toEqual({
    status: 200,
    body: { delivery: { state: 'pending', next_attempt_at: releasedAt, since: releasedAt } },
  });
  await settle();
  expect((await delivery())?.state).toBe('delivered');
  expect(receiver.of(id)).toHaveLength(1);
  expect(await listed()).toEqual([id]);
  expect(events).toContainEqual({ event: 'release', id, delivery: 'pending' });
  expect(await entries()).toMatchObject([{ event: { action: 'released', submission: id } }]);
});

test('a lead that is released while the webhook is down is sent later', async () => {
  const { id, release, delivery, settle, receiver, deps } = await open();
  receiver.usually({ status: 500 });
  await release(id);
  await settle();
  // Its wait starts with the release, and not when it came, which may be weeks ago.
  expect(await delivery()).toMatchObject({ state: 'pending', since: releasedAt });
  receiver.usually({ status: 200 });
  await retryDeliveries({ ...deps, now: () => new Date('2026-03-02T15:10:00Z') });
  expect((await delivery())?.state).toBe('delivered');
});

test.each([
  { state: 'pending', next_attempt_at: second(9) },
  { state: 'delivered', at: second(1) },
  { state: 'failed', at: second(1) },
  { state: 'off' },
] satisfies Delivery[])(
  'a lead that is $state is not held, and stays as it is',
  async (delivery) => {
    const { lead, release, store, entries } = await open();
    const record = await lead({ delivery });
    expect(await release(record.id)).toEqual({
      status: 409,
      body: { error: 'This submission is not held.' },
    });
    expect(await store.get(record.id)).toEqual(record);
    expect(await entries()).toEqual([]);
  },
);

test('if two admins release a lead at once, only one of them does', async () => {
  const { id, release, settle, receiver } = await open();
  const both = await Promise.all([release(id), release(id)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  await settle();
  expect(receiver.of(id)).toHaveLength(1);
});
