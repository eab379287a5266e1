import { expect, test } from 'vitest';
import { releaseSubmission } from '../../../functions/delivery/release.ts';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { bearer, post } from '../../support/builders/requests.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

const held: Delivery = { state: 'held', reasons: ['honeypot'] };

async function release(world: ReturnType<typeof aWorld>, body: unknown) {
  const token = await world.signIn({ admin: true });
  const request = post('/api/release-submission', body, bearer(token));
  const response = await releaseSubmission(request, world.deps);
  return { status: response.status, body: (await response.json()) as unknown };
}

const listed = async ({ store }: ReturnType<typeof aWorld>) =>
  (await store.page({ filter: {}, limit: 9 })).records.map(({ id }) => id);

/** The fixed time of the tests. */
const releasedAt = '2026-03-02T15:04:05.678Z';

test('a released lead is delivered once, after the answer, and is in the list', async () => {
  await using receiver = await Receiver.open();
  const webhook = webhookAt(receiver.url);
  await using world = aWorld({ webhook });
  const record = aRecord({ delivery: held });
  await world.store.create(record);
  expect(await listed(world)).toEqual([]);
  const { status, body } = await release(world, { submissionId: record.id });
  expect(status).toBe(200);
  expect(body).toEqual({
    delivery: { state: 'pending', next_attempt_at: releasedAt, since: releasedAt },
  });
  await world.settle();
  expect((await world.store.get(record.id))?.delivery.state).toBe('delivered');
  expect(receiver.of(record.id)).toHaveLength(1);
  expect(await listed(world)).toEqual([record.id]);
  expect(world.events).toContainEqual({ event: 'release', id: record.id, delivery: 'pending' });
  expect((await world.store.audit({ limit: 5 })).entries).toMatchObject([
    { event: { action: 'released', submission: record.id } },
  ]);
});

test('a lead that is released while the webhook is down is sent later', async () => {
  await using receiver = await Receiver.open();
  const webhook = webhookAt(receiver.url);
  await using world = aWorld({ webhook });
  const record = aRecord({ delivery: held });
  await world.store.create(record);
  receiver.usually({ status: 500 });
  await release(world, { submissionId: record.id });
  await world.settle();
  const { delivery } = (await world.store.get(record.id)) ?? {};
  // Its wait starts with the release, and not when it came, which may be weeks ago.
  expect(delivery).toMatchObject({ state: 'pending', since: releasedAt });
  receiver.usually({ status: 200 });
  await retryDeliveries({ ...world.deps, now: () => new Date('2026-03-02T15:10:00Z') });
  expect((await world.store.get(record.id))?.delivery.state).toBe('delivered');
});

test('a lead that is released without a webhook is like any other', async () => {
  await using world = aWorld();
  const record = aRecord({ delivery: held });
  await world.store.create(record);
  expect(await release(world, { submissionId: record.id })).toEqual({
    status: 200,
    body: { delivery: { state: 'off' } },
  });
  expect(await listed(world)).toEqual([record.id]);
});

test.each([
  { state: 'pending', next_attempt_at: second(9) },
  { state: 'delivered', at: second(1) },
  { state: 'failed', at: second(1) },
  { state: 'off' },
] satisfies Delivery[])(
  'a lead that is $state is not held, and stays as it is',
  async (delivery) => {
    await using world = aWorld();
    const record = aRecord({ delivery });
    await world.store.create(record);
    expect(await release(world, { submissionId: record.id })).toEqual({
      status: 409,
      body: { error: 'This submission is not held.' },
    });
    expect(await world.store.get(record.id)).toEqual(record);
    expect((await world.store.audit({ limit: 5 })).entries).toEqual([]);
  },
);

test('if two admins release a lead at once, only one of them does', async () => {
  await using receiver = await Receiver.open();
  const webhook = webhookAt(receiver.url);
  await using world = aWorld({ webhook });
  const record = aRecord({ delivery: held });
  await world.store.create(record);
  const both = [1, 2].map(() => release(world, { submissionId: record.id }));
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
  await world.settle();
  expect(receiver.of(record.id)).toHaveLength(1);
});

test.each([
  [{ submissionId: 'nobody' }, 404],
  [{ submissionId: '' }, 400],
  [{ submissionId: 5 }, 400],
  [[], 400],
])('releasing refuses %j', async (body, status) => {
  await using world = aWorld();
  expect(await release(world, body)).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].*\.$/) as string },
  });
});
