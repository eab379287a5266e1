import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { attempt, deliver } from '../../../functions/delivery/deliver.ts';
import { messageOf } from '../../../functions/delivery/webhook/message.ts';
import { makeSend, sendTimeout, type Send } from '../../../functions/delivery/send.ts';
import { requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import type { Store } from '../../../functions/store/port.ts';
import { aRecord } from '../../support/builders/record.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { openDeliveryWorld, type DeliveryWorld } from '../../support/worlds/delivery-world.ts';

const send = makeSend();

eachEngine('a delivery', (emulatorHost) => {
  let world: DeliveryWorld;
  beforeEach(async () => {
    world = await openDeliveryWorld(emulatorHost);
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  const oneLead = async () => (await world.leads(1))[0] ?? '';

  test('a lead arrives at the webhook, and its attempt is recorded', async () => {
    const id = await oneLead();
    await deliver(id, world.worker());
    const record = await world.get(id);
    expect(world.receiver.arrivals).toMatchObject([messageOf(record)]);
    expect(record).toMatchObject({ delivery: { state: 'delivered' }, tries: 1, lease: null });
    expect(record.attempts).toMatchObject([{ status: 200 }]);
  });

  test('the log says what happened to which lead, and nothing about the person', async () => {
    const id = await oneLead();
    world.receiver.next({ status: 500, body: 'Dana Roe: dana@example.com' });
    await deliver(id, world.worker());
    expect(world.log).toEqual([
      { event: 'delivery', id, status: 500, ms: expect.any(Number) as number, delivery: 'pending' },
    ]);
  });

  test('nothing is sent when the caller’s time is up, and no try is used', async () => {
    const id = await oneLead();
    const worker = world.worker();
    const target = requireTarget(worker.webhook);
    const until = worker.now().getTime() - 1;
    expect(await attempt({ id, target, until }, world.store, worker)).toBeUndefined();
    expect(world.receiver.arrivals).toEqual([]);
    expect(await world.get(id)).toMatchObject({ tries: 0, attempts: [] });
    world.advance(leaseTime);
    await deliver(id, world.worker());
    expect(world.receiver.arrivals).toHaveLength(1);
  });

  test.each<[Behaviour, Delivery['state'], number]>([
    [{ status: 204 }, 'delivered', 0],
    [{ status: 302, headers: { location: '/elsewhere' } }, 'pending', 5000],
    [{ status: 410 }, 'failed', 0],
    [{ status: 429, headers: { 'retry-after': '120' } }, 'pending', 120_000],
    [{ status: 500 }, 'pending', 5000],
    ['reset', 'pending', 5000],
  ])('after %j a lead is %s, for %d ms', async (behaviour, state, wait) => {
    const id = await oneLead();
    world.receiver.usually(behaviour);
    const worker = world.worker();
    await deliver(id, worker);
    expect((await world.get(id)).delivery.state).toBe(state);

    world.receiver.usually({ status: 200 });
    world.advance(wait - 1);
    await deliver(id, worker);
    expect(world.receiver.arrivals).toHaveLength(1);
    world.advance(1);
    await deliver(id, worker);
    expect(world.receiver.arrivals).toHaveLength(state === 'pending' ? 2 : 1);
  });

  test('all tries of a lead send the same fields, whatever the settings are by then', async () => {
    const [first = '', second = ''] = await world.leads(2);
    const worker = (names: string[], site: string) => {
      const deps = world.worker();
      const target = { ...requireTarget(deps.webhook), more: { names, site } };
      return { ...deps, webhook: { state: 'set', target } as const };
    };
    world.receiver.usually({ status: 500 });
    await deliver(first, worker(['id'], 'https://before.example'));
    await deliver(second, world.worker());
    world.receiver.usually({ status: 200 });
    world.advance(5000);
    const later = worker(['id', 'answered_url'], 'https://after.example');
    for (const id of [first, second]) {
      await deliver(id, later);
      const [one, other] = world.receiver.of(id);
      expect(other?.body).toBe(one?.body);
    }
    expect(world.receiver.of(first)[0]?.body).toContain(`"id":"${first}"`);
    expect(world.receiver.of(second)[0]?.body).not.toContain('"id"');
  });

  test('a source that only a newer version of the site knows is passed on as it is', async () => {
    const lead = aRecord({ source: 'landing_quiz', created_at: new Date(0).toISOString() });
    await world.store.create(lead);
    await deliver(lead.id, world.worker());
    expect(JSON.parse(world.receiver.of(lead.id)[0]?.body ?? '')).toMatchObject({
      source: 'landing_quiz',
    });
  });

  describe('among many workers', () => {
    test('only one sends a lead', async () => {
      const id = await oneLead();
      const release = world.receiver.hold();
      const workers = Array.from({ length: 8 }, () => world.worker());
      const work = Promise.all(workers.map((worker) => deliver(id, worker)));
      await world.receiver.arrived(1);
      const asked = { id, target: requireTarget(world.worker().webhook), by: 'admin@example.com' };
      expect(await attempt(asked, world.store, world.worker())).toBeUndefined();
      release();
      await work;
      expect(world.receiver.arrivals).toHaveLength(1);
      expect((await world.get(id)).attempts).toHaveLength(1);
    });

    test('one whose claim took too long sends nothing, and the next one does', async () => {
      const id = await oneLead();
      const worker = world.worker();
      const store = await worker.store();
      const change: Store['change'] = async (...claim) => {
        const record = await store.change(...claim);
        world.advance(leaseTime - sendTimeout + 1);
        return record;
      };
      const slow = Object.assign(Object.create(store) as Store, { change });
      await deliver(id, { ...worker, store: () => Promise.resolve(slow) });
      expect(world.receiver.connections).toBe(0);
      world.advance(leaseTime);
      await deliver(id, world.worker());
      expect((await world.get(id)).attempts).toHaveLength(1);
    });

    test('one that dies while sending loses nothing: the next one sends the same again', async () => {
      const id = await oneLead();
      // It dies between the webhook's answer and recording it.
      const dying: Send = async (...message) => {
        await send(...message);
        return new Promise<never>(() => undefined);
      };
      void deliver(id, world.worker({ send: dying }));
      await world.receiver.arrived(1);

      const worker = world.worker();
      world.advance(leaseTime - 1);
      await deliver(id, worker);
      expect(world.receiver.arrivals).toHaveLength(1);
      world.advance(1);
      await deliver(id, worker);

      const [first, again] = world.receiver.arrivals;
      expect(again?.id).toBe(id);
      expect(again?.body).toBe(first?.body);
      expect((await world.get(id)).delivery.state).toBe('delivered');
    });

    test('one that comes back after its lease still records that the lead arrived', async () => {
      const id = await oneLead();
      const frozen = Promise.withResolvers<undefined>();
      const slow: Send = async (...message) => {
        const sent = await send(...message);
        await frozen.promise;
        return sent;
      };
      const first = deliver(id, world.worker({ send: slow }));
      await world.receiver.arrived(1);
      world.advance(leaseTime);
      world.receiver.next({ status: 500 });
      await deliver(id, world.worker());
      expect((await world.get(id)).delivery.state).toBe('pending');

      frozen.resolve(undefined);
      await first;
      const { delivery, attempts } = await world.get(id);
      expect(delivery.state).toBe('delivered');
      expect(attempts.map(({ status }) => status)).toEqual([500, 200]);
    });
  });

  test('a store that fails is logged, and the lead is still due', async () => {
    const id = await oneLead();
    const store = () => Promise.reject(new Error('of Dana Roe'));
    await deliver(id, world.worker({ store }));
    expect(world.log).toEqual([
      { event: 'delivery-failure', id, error: expect.stringMatching(/^Error at /) as string },
    ]);
    await deliver(id, world.worker());
    expect((await world.get(id)).delivery.state).toBe('delivered');
  });
});
