import { describe, expect, test } from 'vitest';
import { resendToWebhook } from '../../../functions/delivery/resend.ts';
import type { Store } from '../../../functions/store/port.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { bearer, post } from '../../support/builders/requests.ts';
import { aWorld, webhookAt } from '../../support/worlds/world.ts';

describe('a resend', () => {
  const open = async (different = {}) => {
    const receiver = await Receiver.open();
    const webhook = webhookAt(receiver.url);
    const world = aWorld({ webhook, ...different });
    const headers = bearer(await world.signIn({ admin: true, email: 'sam@example.com' }));
    const resend = async (body: unknown) => {
      const response = await resendToWebhook(
        post('/api/resend-to-webhook', body, headers),
        world.deps,
      );
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const close = async () => {
      await world[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    };
    return { receiver, world, resend, [Symbol.asyncDispose]: close };
  };

  test.each([
    { state: 'pending', next_attempt_at: second(9) },
    { state: 'delivered', at: second(1) },
    { state: 'failed', at: second(1) },
    { state: 'off' },
    { state: 'held', reasons: ['honeypot'] },
  ] satisfies Delivery[])('works from $state, and says who asked', async (delivery) => {
    await using it = await open();
    const record = aRecord({ delivery });
    await it.world.store.create(record);
    const { status, body } = await it.resend({ submissionId: record.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ delivery: { state: 'delivered' } });
    expect(await it.world.store.get(record.id)).toMatchObject({
      delivery: { state: 'delivered' },
      attempts: [{ status: 200, by: 'sam@example.com' }],
    });
    expect(it.receiver.of(record.id)).toHaveLength(1);
    expect((await it.world.store.audit({ limit: 5 })).entries).toMatchObject([
      { by: { name: 'sam@example.com' }, event: { action: 'resent', submission: record.id } },
    ]);
  });

  test('in bulk sends nothing that was delivered meanwhile', async () => {
    await using it = await open();
    const delivered = aRecord({ delivery: { state: 'delivered', at: second(1) } });
    const failed = aRecord({ delivery: { state: 'failed', at: second(1) } });
    for (const record of [delivered, failed]) {
      await it.world.store.create(record);
      const { status, body } = await it.resend({ submissionId: record.id, ifUndelivered: true });
      expect(status).toBe(200);
      expect(body).toMatchObject({ delivery: { state: 'delivered' } });
    }
    expect(it.receiver.of(delivered.id)).toEqual([]);
    expect(it.receiver.of(failed.id)).toHaveLength(1);
    expect((await it.world.store.audit({ limit: 5 })).entries).toHaveLength(1);
  });

  test('says what the webhook answered when it refused', async () => {
    await using it = await open();
    it.receiver.usually({ status: 500, body: 'no room' });
    const record = aRecord({ delivery: { state: 'failed', at: second(1) } });
    await it.world.store.create(record);
    const { status, body } = await it.resend({ submissionId: record.id });
    expect(status).toBe(502);
    expect(body).toMatchObject({
      error: 'The webhook answered with status 500.',
      delivery: { state: 'failed' },
      attempts: [{ status: 500, answer: 'no room', by: 'sam@example.com' }],
    });
  });

  test('says why there was no answer', async () => {
    await using it = await open();
    await it.receiver.down();
    const record = aRecord();
    await it.world.store.create(record);
    const { status, body } = await it.resend({ submissionId: record.id });
    expect(status).toBe(502);
    expect(body).toMatchObject({ error: 'The connection was refused.' });
  });

  test('finds no lead if it was erased meanwhile', async () => {
    await using it = await open();
    const record = aRecord();
    await it.world.store.create(record);
    const change: Store['change'] = async (...claim) => {
      await it.world.store.erase([record.id], second(0));
      return it.world.store.change(...claim);
    };
    const store = Object.assign(Object.create(it.world.store) as Store, { change });
    it.world.deps.store = () => Promise.resolve(store);
    expect(await it.resend({ submissionId: record.id })).toEqual({
      status: 404,
      body: { error: 'There is no such submission.' },
    });
    expect(it.receiver.arrivals).toEqual([]);
  });

  test.each([
    ['no webhook is wanted', 'off', /^No webhook is set up: set WEBHOOK_URL .+ go to\.$/],
    ['the webhook is missing', 'missing', /^No webhook is set up: .+ Leads wait until then\.$/],
    ['the webhook is wrong', 'wrong', /^The webhook is misconfigured: the log says/],
  ])('says that %s, and changes nothing', async (_, state, sentence) => {
    await using it = await open({ webhook: { state } });
    const record = aRecord();
    await it.world.store.create(record);
    expect(await it.resend({ submissionId: record.id })).toEqual({
      status: 502,
      body: { error: expect.stringMatching(sentence) as string },
    });
    expect(await it.world.store.get(record.id)).toEqual(record);
    expect((await it.resend({ submissionId: 'nobody' })).status).toBe(404);
  });

  test('waits for an attempt that is under way', async () => {
    await using it = await open();
    const record = aRecord({
      lease: { holder: 'another', until: '2026-03-02T15:04:06.000Z' },
    });
    await it.world.store.create(record);
    expect(await it.resend({ submissionId: record.id })).toEqual({
      status: 409,
      body: { error: 'This submission is being sent right now.' },
    });
    expect(it.receiver.arrivals).toEqual([]);
  });

  test.each([
    [{ submissionId: 'nobody' }, 404],
    [{ submissionId: '../x' }, 404],
    [{ submissionId: '' }, 400],
    [{ submissionId: 5 }, 400],
    [[], 400],
  ])('refuses %j', async (body, status) => {
    await using it = await open();
    expect(await it.resend(body)).toEqual({
      status,
      body: { error: expect.stringMatching(/^[A-Z].*\.$/) as string },
    });
  });
});
