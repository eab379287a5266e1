/** The second attempt of a delivery, which the call that made the first one makes after its response. */
import { beforeEach, expect, test } from 'vitest';
import { deliver } from '../../../functions/delivery/deliver.ts';
import { eachDestination, type DeliveryWorld } from '../../support/worlds/delivery-world.ts';

let world: DeliveryWorld;

const oneLead = async () => (await world.leads(1))[0] ?? '';

eachDestination('a second try', (open, by) => {
  const success = by === 'mail' ? 250 : 200;
  beforeEach(async () => {
    world = await open();
  });

  /** Moves the clock while a call waits. */
  const patient = () => {
    const pauses: number[] = [];
    const pause = (ms: number) => {
      pauses.push(ms);
      world.advance(ms);
      return Promise.resolve();
    };
    return { worker: world.worker({ pause }), pauses };
  };

  test('is made after five seconds, and no third try follows', async () => {
    const id = await oneLead();
    world.receiver.usually({ status: 500 });
    const { worker, pauses } = patient();
    await deliver(id, worker);
    expect(world.receiver.arrivals.map((it) => it.id)).toEqual([id, id]);
    expect(pauses).toHaveLength(1);
    expect(pauses[0]).toBeGreaterThanOrEqual(5000);
    expect(pauses[0]).toBeLessThan(5100);
    expect(await world.get(id)).toMatchObject({ delivery: { state: 'pending' }, tries: 2 });
  });

  test('delivers a lead that the first try did not', async () => {
    const id = await oneLead();
    world.receiver.next('reset');
    await deliver(id, patient().worker);
    expect(await world.get(id)).toMatchObject({
      delivery: { state: 'delivered' },
      attempts: [{}, { status: success }],
    });
  });

  test('is skipped if another worker makes it first', async () => {
    const id = await oneLead();
    world.receiver.next({ status: 500 });
    const pause = async (ms: number) => {
      world.advance(ms);
      await deliver(id, world.worker());
    };
    await deliver(id, world.worker({ pause }));
    expect(world.receiver.arrivals).toHaveLength(2);
    expect((await world.get(id)).attempts).toHaveLength(2);
  });

  if (by === 'the webhook') {
    test('is skipped if the receiver asks for an hour', async () => {
      const id = await oneLead();
      world.receiver.usually({ status: 503, headers: { 'retry-after': '3600' } });
      const { worker, pauses } = patient();
      await deliver(id, worker);
      expect(pauses).toEqual([]);
      expect(world.receiver.arrivals).toHaveLength(1);
    });
  }
});
