import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SiteDeps } from '../../../functions/deps.ts';
import { isFault } from '../../../functions/log/log.ts';
import { latestStart } from '../../../functions/batches.ts';
import { retryDeliveries, workers } from '../../../functions/delivery/retry.ts';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { makeSend, type Send } from '../../../functions/delivery/send.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import {
  eachDestination,
  openDeliveryWorld,
  type DeliveryWorld,
} from '../../support/worlds/delivery-world.ts';

let world: DeliveryWorld;

async function countOf(state: string, ids: readonly string[]): Promise<number> {
  const records = await Promise.all(ids.map((id) => world.get(id)));
  return records.filter(({ delivery }) => delivery.state === state).length;
}

eachDestination('a run', (open) => {
  beforeEach(async () => {
    world = await open();
  });

  test('sends no lead without a webhook', async () => {
    await world.leads(3);
    expect(await retryDeliveries(world.worker({ webhook: { state: 'off' } }))).toBe(0);
    expect(world.receiver.connections).toBe(0);
  });

  test('delivers each of many leads once, however many runs overlap', async () => {
    const ids = await world.leads(30);
    const runs = Array.from({ length: 3 }, () => retryDeliveries(world.worker()));
    const counts = await Promise.all(runs);
    expect(counts.reduce((sum, count) => sum + count)).toBe(30);
    expect(world.receiver.arrivals.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(world.receiver.mostOfOne).toBe(1);
  });
});

// Each attempt moves the clock, which must not happen during another worker's call of the store.
// SQLite answers such a call at once.
describe('a run on SQLite', () => {
  beforeEach(async () => {
    world = await openDeliveryWorld();
  });

  test('starts with the longest overdue leads, many at once', async () => {
    const ids = await world.leads(workers + 20);
    const release = world.receiver.hold();
    const run = retryDeliveries(world.worker());
    await world.receiver.arrived(workers);
    const first = world.receiver.arrivals.map(({ id }) => id);
    expect(first.toSorted()).toEqual(ids.slice(0, workers).toSorted());
    release();
    await run;
    expect(world.receiver.most).toBe(workers);
  });

  test('starts no attempt that could outlast the run, and leaves the rest due', async () => {
    const ids = await world.leads(250);
    const worker = world.worker();
    const began = worker.now().getTime();
    const starts: number[] = [];
    const send: Send = (message, target, at) => {
      starts.push(at.getTime() - began);
      world.advance(30);
      return makeSend()(message, target, at);
    };
    const count = await retryDeliveries({ ...worker, send });
    expect(Math.max(...starts)).toBeLessThanOrEqual(latestStart);
    expect(count).toBeGreaterThan(workers);
    expect(count).toBeLessThan(250);
    expect(await countOf('delivered', ids)).toBe(count);
    world.advance(leaseTime);
    expect(await world.store.due(worker.now().toISOString(), 300)).toHaveLength(250 - count);
  });

  /** Refuses to change these leads, and allows every other call. */
  const refusing = (ids: readonly string[], different: Partial<Store> = {}) => {
    const worker = world.worker();
    const store: SiteDeps['store'] = async () => {
      const real = await worker.store();
      const change: Store['change'] = (id, decide) =>
        ids.includes(id)
          ? Promise.reject(new StoreUnavailable('It is too large.'))
          : real.change(id, decide);
      return { ...real, change, ...different };
    };
    return { ...worker, store };
  };

  test('delivers all other leads, however many the store refuses', async () => {
    const ids = await world.leads(300);
    const refused = ids.slice(0, 260);
    expect(await retryDeliveries(refusing(refused))).toBe(40);
    expect(await countOf('delivered', ids.slice(260))).toBe(40);
    const faults = world.log.filter(isFault);
    expect(faults.map(({ id }) => id).toSorted()).toEqual(refused.toSorted());
  });

  test('ends when the store is unreachable, and reports it once', async () => {
    const ids = await world.leads(300);
    let queries = 0;
    const due: Store['due'] = (...query) =>
      queries++ === 0
        ? world.store.due(...query)
        : Promise.reject(new StoreUnavailable('It hangs.'));
    expect(await retryDeliveries(refusing(ids, { due }))).toBe(0);
    const faults = world.log.filter(({ event }) => event === 'retry-deliveries');
    expect(faults).toHaveLength(1);
  });

  const database = () => new DatabaseSync(join(world.engine.env['DATA_DIR'] ?? '', fileName));

  test('continues after damaged records', async () => {
    const ids = await world.leads(120);
    const broken = ids.slice(0, 60);
    for (const id of broken) await world.engine.damage(id, { tries: 'x' });
    expect(await retryDeliveries(world.worker())).toBe(60);
    expect(await countOf('delivered', ids.slice(60))).toBe(60);
    const damaged = world.log.flatMap((event) =>
      event.event === 'damaged-record' ? event.id : [],
    );
    expect(new Set(damaged)).toEqual(new Set(broken));
  });

  test('sends no lead that it cannot claim, and a later run sends them all', async () => {
    const ids = await world.leads(5);
    const worker = world.worker({}, 100);
    using raw = database();
    raw.exec('BEGIN IMMEDIATE');
    expect(await retryDeliveries(worker)).toBe(0);
    expect(world.receiver.connections).toBe(0);
    const faults = world.log.filter(isFault).map(({ id }) => id);
    expect(faults.toSorted()).toEqual(ids.toSorted());

    raw.exec('ROLLBACK');
    expect(await retryDeliveries(worker)).toBe(5);
    expect(await countOf('delivered', ids)).toBe(5);
  });
});
