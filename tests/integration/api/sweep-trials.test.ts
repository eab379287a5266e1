import { expect, test } from 'vitest';
import { isFault } from '../../../functions/log/log.ts';
import { trialLead, sweepTrials } from '../../../functions/delivery/trial.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { aRecord } from '../../support/builders/record.ts';
import { testDeliveryWorld } from '../../support/worlds/trial-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

onEachEngine((makeEngine) => {
  test('a trial lead is kept for a day, and then nothing is left of it', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const lead = aRecord({ created_at: new Date(it.clock.time).toISOString() });
    await it.store.create(lead);
    const id = await it.send();
    await it.world.settled();
    it.clock.time += day - minute;
    expect(await sweepTrials(it.world)).toBe(0);
    expect((await it.look(id)).status).toBe(200);
    it.clock.time += minute;
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
    it.clock.time += day;
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

  test('a failed sweep is logged and does nothing else', async () => {
    const { world } = await testDeliveryWorld(makeEngine);
    const store = () => Promise.reject(new StoreUnavailable('no disk'));
    expect(await sweepTrials({ ...world, store })).toBe(0);
    expect(world.logged).toEqual([{ event: 'sweep-tests', error: 'StoreUnavailable: no disk' }]);
  });

  test('one run sweeps more than one batch', async () => {
    const it = await testDeliveryWorld(makeEngine);
    const created_at = new Date(it.clock.time - 2 * day).toISOString();
    const many = Array.from({ length: 201 }, () =>
      trialLead(crypto.randomUUID(), created_at, { state: 'off' }),
    );
    await Promise.all(many.map((test) => it.store.create(test)));
    expect(await sweepTrials(it.world)).toBe(201);
    expect(await it.store.sweepTrials(new Date(it.clock.time).toISOString())).toBe(0);
  });

  test('a run sweeps batches until its time is over', async () => {
    const it = await testDeliveryWorld(makeEngine);
    let batches = 0;
    it.store.sweepTrials = () => {
      batches += 1;
      it.clock.time += 6000;
      return Promise.resolve(200);
    };
    expect(await sweepTrials(it.world)).toBe(600);
    expect(batches).toBe(3);
  });
});
