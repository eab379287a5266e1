import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../../support/builders/record.ts';
import {
  admin,
  openDeliveryWorld,
  resent,
  type DeliveryWorld,
} from '../../support/worlds/delivery-world.ts';
import { engines } from '../../support/worlds/engines.ts';

describe.each(engines)('on $engine', ({ emulatorHost }) => {
  let world: DeliveryWorld;
  beforeEach(async () => {
    world = await openDeliveryWorld(emulatorHost);
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  async function lead(delivery: Delivery): Promise<string> {
    const record = aRecord({ delivery });
    await world.store.create(record);
    return record.id;
  }

  describe('an admin resends', () => {
    const states: Delivery[] = [
      { state: 'pending', next_attempt_at: '2099-01-01T00:00:00.000Z' },
      { state: 'delivered', at: '2026-01-01T00:00:00.000Z' },
      { state: 'failed', at: '2026-01-01T00:00:00.000Z' },
      { state: 'off' },
      { state: 'held', reasons: ['honeypot'] },
    ];

    test.each(states)(
      'a lead that is $state, with its own id, and the attempt has the admin’s name',
      async (delivery) => {
        const id = await lead(delivery);
        const result = await resent(id, world.worker());
        const record = await world.get(id);
        expect(result).toMatchObject({ outcome: 'sent', record, sent: { status: 200 } });
        expect(record).toMatchObject({ delivery: { state: 'delivered' }, tries: 0, lease: null });
        expect(record.attempts).toMatchObject([{ status: 200, by: admin }]);
        expect(world.receiver.arrivals.map((arrival) => arrival.id)).toEqual([id]);
      },
    );

    test('without success, and the schedule continues as before', async () => {
      const delivery: Delivery = { state: 'pending', next_attempt_at: '2099-01-01T00:00:00.000Z' };
      const id = await lead(delivery);
      world.receiver.next({ status: 500, body: 'No.' });
      expect(await resent(id, world.worker())).toMatchObject({ sent: { status: 500 } });
      expect(await world.get(id)).toMatchObject({
        delivery,
        tries: 0,
        attempts: [{ status: 500, answer: 'No.', by: admin }],
      });
    });

    test('a lead that doesn’t exist, and nothing is sent', async () => {
      expect(await resent('unknown', world.worker())).toEqual({ outcome: 'missing' });
      expect(world.receiver.arrivals).toEqual([]);
    });
  });
});
