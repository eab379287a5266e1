import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  latestEnd,
  retryDeliveries,
  workers,
  workersForNewest,
} from '../../../functions/delivery/retry.ts';
import { leaseTime } from '../../../functions/delivery/attempt.ts';
import { makeSend, sendTimeout, type Send } from '../../../functions/delivery/webhook/post.ts';
import { engines } from '../../support/worlds/engines.ts';
import { openRelayWorld, type RelayWorld } from '../../support/worlds/delivery-world.ts';

let relay: RelayWorld;
afterEach(async () => {
  await relay[Symbol.asyncDispose]();
});

async function countOf(state: string, ids: readonly string[]): Promise<number> {
  const records = await Promise.all(ids.map((id) => relay.get(id)));
  return records.filter(({ delivery }) => delivery.state === state).length;
}

describe.each(engines)('a run on $engine', ({ emulatorHost }) => {
  beforeEach(async () => {
    relay = await openRelayWorld(emulatorHost);
  });

  test('does nothing if nothing is due', async () => {
    expect(await retryDeliveries(relay.worker())).toBe(0);
    expect(relay.log).toEqual([]);
  });

  test('sends nothing without a webhook', async () => {
    await relay.leads(3);
    expect(await retryDeliveries(relay.worker({ webhook: { state: 'off' } }))).toBe(0);
    expect(relay.receiver.connections).toBe(0);
  });

  test('delivers each of many leads once, however many runs overlap', async () => {
    const ids = await relay.leads(60);
    const runs = Array.from({ length: 3 }, () => retryDeliveries(relay.worker()));
    const counts = await Promise.all(runs);
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    expect(relay.receiver.arrivals.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(relay.receiver.mostOfOne).toBe(1);
  });

  test('delivers everything once the receiver is back, without anyone’s help', async () => {
    const ids = await relay.leads(20);
    const worker = relay.worker();
    await relay.receiver.down();
    for (const wait of [0, 5_000, 5 * 60_000]) {
      relay.advance(wait);
      expect(await retryDeliveries(worker)).toBe(20);
    }
    expect(await countOf('pending', ids)).toBe(20);

    await relay.receiver.up();
    relay.advance(30 * 60_000);
    expect(await retryDeliveries(worker)).toBe(20);
    expect(await countOf('delivered', ids)).toBe(20);
    expect(relay.receiver.arrivals).toHaveLength(20);
  });

  test('starts with the longest overdue leads and the newest ones, many at once', async () => {
    const ids = await relay.leads(workers + 20);
    const release = relay.receiver.hold();
    const run = retryDeliveries(relay.worker());
    await relay.receiver.arrived(workers);
    const first = relay.receiver.arrivals.map(({ id }) => id);
    const oldest = ids.slice(0, workers - workersForNewest);
    const newest = ids.slice(-workersForNewest);
    expect(first.toSorted()).toEqual([...oldest, ...newest].toSorted());
    release();
    await run;
    expect(relay.receiver.most).toBe(workers);
  });

  test('doesn’t let a new lead wait for a backlog that hangs', async () => {
    const backlog = await relay.leads(workers * 2);
    for (const id of backlog) relay.receiver.forId(id, 'hang');
    relay.advance(1000);
    const [newest = ''] = await relay.leads(1);
    const run = retryDeliveries(relay.worker({ send: makeSend({ timeout: 60_000 }) }));
    const state = async () => (await relay.get(newest)).delivery.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('delivered');
    await relay.receiver.down();
    await run;
    expect(await countOf('pending', backlog)).toBe(backlog.length);
  });

  test('doesn’t let any lead wait for one that hangs', async () => {
    const [slow = '', ...others] = await relay.leads(61);
    relay.receiver.forId(slow, 'hang');
    const send = makeSend({ timeout: 60_000 });
    const run = retryDeliveries(relay.worker({ send }));
    await relay.receiver.arrived(61);
    await expect.poll(() => relay.log.length, { timeout: 20_000 }).toBe(60);
    expect(await countOf('delivered', others)).toBe(60);
    expect((await relay.get(slow)).lease).not.toBeNull();
    await relay.receiver.down();
    await run;
    expect((await relay.get(slow)).attempts).toHaveLength(1);
  });

  test('ends without an error when there is no store', async () => {
    const store = () => Promise.reject(new Error('no such folder'));
    expect(await retryDeliveries(relay.worker({ store }))).toBe(0);
    expect(relay.log).toEqual([
      { event: 'retry-deliveries', error: expect.stringMatching(/^Error at /) as string },
    ]);
  });
});

// Each attempt moves the clock here, which must not happen while the store answers another worker. So
// this uses SQLite, which answers at once.
describe('a run that takes time', () => {
  beforeEach(async () => {
    relay = await openRelayWorld();
  });

  test('sends no lead twice in a run, even if it is due again by then', async () => {
    await relay.leads(3);
    relay.receiver.usually({ status: 500 });
    const send: Send = async (...message) => {
      relay.advance(2_500);
      return makeSend()(...message);
    };
    expect(await retryDeliveries(relay.worker({ send }))).toBe(3);
  });

  test('gives a webhook that was just slow no shorter time', async () => {
    await relay.leads(workers * 3);
    let underWay: (() => void)[] = [];
    const send: Send = async (message, target, at) => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      underWay.push(() => {
        resolve(undefined);
      });
      if (underWay.length === workers) {
        relay.advance(7000);
        for (const answer of underWay) answer();
        underWay = [];
      }
      await promise;
      return makeSend()(message, target, at);
    };
    // The third round would have only five seconds.
    expect(await retryDeliveries(relay.worker({ send }))).toBe(workers * 2);
  });

  test('starts no attempt that could outlast the run, and leaves the rest due', async () => {
    const ids = await relay.leads(250);
    const worker = relay.worker();
    const began = worker.now().getTime();
    const attempts: { start: number; limit: number }[] = [];
    const send: Send = (message, target, at, limit = Infinity) => {
      attempts.push({ start: at.getTime() - began, limit });
      relay.advance(100);
      return makeSend()(message, target, at, limit);
    };
    const count = await retryDeliveries({ ...worker, send });
    for (const { start, limit } of attempts) expect(start + limit).toBeLessThanOrEqual(latestEnd);
    expect(attempts.some(({ limit }) => limit < sendTimeout)).toBe(true);
    expect(count).toBeGreaterThan(workers);
    expect(count).toBeLessThan(250);
    expect(await countOf('delivered', ids)).toBe(count);
    relay.advance(leaseTime);
    expect(await relay.store.due(worker.now().toISOString(), 300)).toHaveLength(250 - count);
  });
});
