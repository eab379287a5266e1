import { beforeEach, describe, expect, test } from 'vitest';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { attempt, deliver } from '../../../functions/delivery/deliver.ts';
import { makeSend, sendTimeout, type Send } from '../../../functions/delivery/send.ts';
import { requireTarget } from '../../../functions/delivery/webhook/webhook.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import type { Store } from '../../../functions/store/port.ts';
import {
  eachDestination,
  type DeliveryWorld,
  type Destination,
} from '../../support/worlds/delivery-world.ts';

const send = makeSend();

let world: DeliveryWorld;

const oneLead = async () => (await world.leads(1))[0] ?? '';

/** The response, the resulting state of the lead, and its wait. */
const answers: Record<Destination, [Behaviour, Delivery['state'], number][]> = {
  'the webhook': [
    [{ status: 204 }, 'delivered', 0],
    [{ status: 302, headers: { location: '/elsewhere' } }, 'pending', 5000],
    [{ status: 410 }, 'pending', 5000],
    [{ status: 429, headers: { 'retry-after': '120' } }, 'pending', 120_000],
    [{ status: 500 }, 'pending', 5000],
    ['reset', 'pending', 5000],
  ],
  mail: [
    [{ status: 354 }, 'pending', 5000],
    [{ status: 410 }, 'pending', 5000],
    [{ status: 451 }, 'pending', 5000],
    [{ status: 552 }, 'pending', 5000],
    ['reset', 'pending', 5000],
  ],
};

eachDestination('a delivery', (open, by) => {
  const success = by === 'mail' ? 250 : 200;
  beforeEach(async () => {
    world = await open();
  });

  test('a lead arrives, and its attempt is recorded', async () => {
    const id = await oneLead();
    await deliver(id, world.worker());
    expect(world.receiver.arrivals).toMatchObject([{ id }]);
    const record = await world.get(id);
    expect(record).toMatchObject({ delivery: { state: 'delivered' }, tries: 1, lease: null });
    expect(record.attempts).toMatchObject([{ status: success }]);
  });

  test('the log says what happened to which lead, without personal data', async () => {
    const id = await oneLead();
    world.receiver.next({ status: 500, body: 'Dana Roe: dana@example.com' });
    await deliver(id, world.worker());
    expect(world.log).toEqual([
      { event: 'delivery', id, status: 500, ms: expect.any(Number) as number, delivery: 'pending' },
    ]);
    world.receiver.next('reset');
    world.advance(5000);
    await deliver(id, world.worker());
    expect(world.log.at(-1)).toMatchObject({
      no_answer: expect.stringMatching(/broken off/) as string,
    });
  });

  test('no attempt starts or is counted when the caller’s time is up', async () => {
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

  test.each(answers[by])('after %j a lead is %s, for %d ms', async (behaviour, state, wait) => {
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

  describe('among many workers', () => {
    test('a worker whose claim took too long sends no lead, and the next worker does', async () => {
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

    test('a worker that resumes after its lease still records that the lead arrived', async () => {
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
      expect(attempts.map(({ status }) => status)).toEqual([500, success]);
    });
  });

  test('a failing store is logged, and the lead is still due', async () => {
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
