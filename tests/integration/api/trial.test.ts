import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { newSecret } from '../../../scripts/local/environment.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { aRecord } from '../../support/builders/record.ts';
import { bearer } from '../../support/builders/requests.ts';
import { testDeliveryWorld } from '../../support/worlds/staff-world.ts';
import { isFault } from '../../../functions/log/log.ts';
import { sweepTrials } from '../../../functions/delivery/trial.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

onEachEngine((makeEngine) => {
  test('a trial lead is answered at once, and arrives signed and marked as a test', async () => {
    const secret = newSecret();
    const { ask, receiver, world, store } = await testDeliveryWorld(makeEngine, [secret]);
    const letGo = receiver.hold();
    const response = await ask();
    expect(response.status).toBe(201);
    const sent = (await response.json()) as { id: string };
    const { id } = sent;
    const due = { state: 'pending', next_attempt_at: expect.any(String) as string };
    expect(sent).toEqual({ id, delivery: due, attempts: [] });
    letGo();
    await world.settled();
    const [arrival] = receiver.arrivals;
    const headers = arrival?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(arrival?.body ?? '', headers)).toMatchObject({
      test: true,
      name: 'TEST, not a lead',
      company: 'TEST, not a company',
      email: expect.stringMatching(/@example\.com$/) as string,
      message: expect.stringContaining('This is a test') as string,
      consent_marketing: false,
    });
    expect(headers['webhook-id']).toBe(id);
    expect(await store.get(id)).toMatchObject({ test: true, delivery: { state: 'delivered' } });
    expect(world.logged).toContainEqual({ event: 'test', id, delivery: 'pending' });
    expect(world.logged).toContainEqual(
      expect.objectContaining({ event: 'delivery', id, test: true }),
    );
    expect(world.logged.map(({ event }) => event)).not.toContain('submission');
  });

  test('the status of a trial lead is its delivery, and no real lead has one', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const id = await it.send();
    await it.world.settled();
    expect(await it.standing(id)).toEqual({
      id,
      delivery: { state: 'delivered', at: expect.any(String) as string },
      attempts: [
        { at: expect.any(String) as string, ms: expect.any(Number) as number, status: 200 },
      ],
    });
    const lead = aRecord();
    await it.store.create(lead);
    for (const other of [lead.id, 'nobody', '..%2Fx']) {
      const response = await it.look(other);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: 'There is no such test. Tests are deleted after a day.',
      });
    }
  });

  test('a trial lead is logged before it is sent, and isn’t sent if it can’t be logged', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const id = await it.send();
    const { entries } = await it.store.audit({ limit: 5 });
    expect(entries).toMatchObject([
      { by: { name: 'sam@example.com' }, event: { action: 'tested', submission: id } },
    ]);
    await it.world.settled();
    it.store.appendAudit = () => Promise.reject(new StoreUnavailable('no room'));
    const response = await it.ask();
    expect(response.status).toBe(503);
    await it.world.settled();
    expect(await it.store.due(new Date(it.clock.time + 1).toISOString(), 5)).toEqual([]);
    expect(it.receiver.arrivals).toHaveLength(1);
  });

  test.each([
    ['No webhook is set up: set WEBHOOK_URL', 'off'],
    ['The webhook is misconfigured', 'wrong'],
  ] as const)(
    'is refused like a resend where it could not arrive: %s (%s)',
    async (says, state) => {
      const it = await testDeliveryWorld(makeEngine);
      const response = await it.ask({ webhook: { state } });
      const refusal = { error: expect.stringContaining(says) as string };
      expect([response.status, await response.json()]).toEqual([502, refusal]);
      expect((await it.store.audit({ limit: 5 })).entries).toEqual([]);
      expect(await it.store.due(new Date(it.clock.time + 1).toISOString(), 5)).toEqual([]);
    },
  );

  test('a trial lead is one of at most ten in ten minutes', async () => {
    const it = await testDeliveryWorld(makeEngine);
    for (let i = 0; i < 10; i++) {
      expect((await it.ask()).status).toBe(201);
      it.clock.time += 1000;
    }
    const refused = await it.ask();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('590');
    expect(await refused.json()).toEqual({
      error: 'You have sent 10 tests in ten minutes. Please wait a few minutes.',
    });
    expect((await it.ask({}, bearer('kim'))).status).toBe(201);
    expect((await it.store.audit({ limit: 20 })).entries).toHaveLength(11);
    it.clock.time += 590_000;
    expect((await it.ask()).status).toBe(201);
    await it.world.settled();
  });

  test('a trial lead is kept for a day, and then nothing is left of it', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const lead = aRecord({ created_at: new Date(it.clock.time).toISOString() });
    await it.store.create(lead);
    const id = await it.send();
    await it.world.settled();
    it.clock.time += day - minute;
    expect(await sweepTrials(it.world)).toBe(0);
    expect((await it.look(id)).status).toBe(200);
    it.clock.time += minute + 1;
    expect(await sweepTrials(it.world)).toBe(1);
    expect((await it.look(id)).status).toBe(404);
    expect(await it.store.tombstone(id)).toBeUndefined();
    expect(await it.store.get(lead.id)).toEqual(lead);
    expect(it.world.logged).toContainEqual({ event: 'tests-swept', count: 1 });
  });

  test('a trial lead that is being delivered is swept, too, and its worker continues', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const letGo = it.receiver.hold();
    const id = await it.send();
    await it.receiver.arrived(1);
    it.clock.time += day + 1;
    expect(await sweepTrials(it.world)).toBe(1);
    letGo();
    await it.world.settled();
    expect(await it.store.get(id)).toBeUndefined();
    expect(it.world.logged.filter(isFault)).toEqual([]);
    // It still reached the webhook.
    expect(it.world.logged).toContainEqual(
      expect.objectContaining({ event: 'delivery', id, delivery: 'erased', test: true }),
    );
    expect(await it.store.due(new Date(it.clock.time).toISOString(), 5)).toEqual([]);
  });
});
