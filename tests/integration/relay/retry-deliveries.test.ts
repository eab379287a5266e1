import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { latestStart, retryDeliveries, workers } from '../../../functions/retry-deliveries.ts';
import { isFault } from '../../../functions/log-event.ts';
import { makeSend, type Send } from '../../../functions/relay/send.ts';
import { fileName } from '../../../functions/store/sqlite/open.ts';
import { engines } from '../../support/engines.ts';
import { openRelayWorld, type RelayWorld } from '../../support/relay-world.ts';

let relay: RelayWorld;
afterEach(async () => {
  await relay[Symbol.asyncDispose]();
});

async function countOf(state: string, ids: readonly string[]): Promise<number> {
  const records = await Promise.all(ids.map((id) => relay.get(id)));
  return records.filter(({ delivery }) => delivery.state === state).length;
}

describe.each(engines)('on $engine', ({ emulatorHost }) => {
  beforeEach(async () => {
    relay = await openRelayWorld(emulatorHost);
  });

  test('does nothing where nothing is due', async () => {
    expect(await retryDeliveries(relay.worker())).toBe(0);
    expect(relay.log).toEqual([]);
  });

  test('sends nothing without a webhook', async () => {
    await relay.leads(3);
    expect(await retryDeliveries(relay.worker({ webhook: { state: 'off' } }))).toBe(0);
    expect(relay.receiver.connections).toBe(0);
  });

  test('delivers each of many leads once, however many run at the same time', async () => {
    const ids = await relay.leads(60);
    const runs = Array.from({ length: 3 }, () => retryDeliveries(relay.worker()));
    const counts = await Promise.all(runs);
    expect(counts.reduce((sum, count) => sum + count)).toBe(60);
    expect(relay.receiver.arrivals.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(relay.receiver.mostOfOne).toBe(1);
  });

  test('delivers everything after the receiver came back, without anyone acting', async () => {
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

  test('takes the longest overdue first, several at once', async () => {
    const ids = await relay.leads(30);
    const release = relay.receiver.hold();
    const run = retryDeliveries(relay.worker());
    await relay.receiver.arrived(workers);
    const first = relay.receiver.arrivals.map(({ id }) => id);
    expect(first.toSorted()).toEqual(ids.slice(0, workers).toSorted());
    release();
    await run;
    expect(relay.receiver.most).toBe(workers);
  });

  test('lets one lead that hangs keep no other waiting', async () => {
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

  test('ends in peace when there is no store', async () => {
    const store = () => Promise.reject(new Error('no such folder'));
    expect(await retryDeliveries(relay.worker({ store }))).toBe(0);
    expect(relay.log).toEqual([
      { event: 'retry-deliveries', error: expect.stringMatching(/^Error at /) as string },
    ]);
  });
});

// The clock turns at each attempt here, and it should not while the store is still answering another
// worker: SQLite answers at once.
describe('while time passes', () => {
  beforeEach(async () => {
    relay = await openRelayWorld();
  });

  test('sends none twice in a run, even if it is due again within it', async () => {
    await relay.leads(3);
    relay.receiver.usually({ status: 500 });
    const send: Send = async (...message) => {
      relay.advance(2_500);
      return makeSend()(...message);
    };
    expect(await retryDeliveries(relay.worker({ send }))).toBe(3);
  });

  test('begins no attempt that could outlast the run, and leaves the rest due', async () => {
    const ids = await relay.leads(40);
    const worker = relay.worker();
    const began = worker.now().getTime();
    const starts: number[] = [];
    const send: Send = (message, target, at) => {
      starts.push(at.getTime() - began);
      relay.advance(1000);
      return makeSend()(message, target, at);
    };
    const count = await retryDeliveries({ ...worker, send });
    expect(Math.max(...starts)).toBeLessThanOrEqual(latestStart);
    expect(count).toBeGreaterThan(5);
    expect(count).toBeLessThan(40);
    expect(await countOf('delivered', ids)).toBe(count);
    expect(await relay.store.due(worker.now().toISOString(), 100)).toHaveLength(40 - count);
  });
});

describe('on a SQLite file in trouble', () => {
  beforeEach(async () => {
    relay = await openRelayWorld();
  });

  const database = () => new DatabaseSync(join(relay.folder, fileName));

  test('is not stopped by records that nobody can read', async () => {
    const ids = await relay.leads(120);
    const broken = ids.slice(0, 60);
    using raw = database();
    const change = raw.prepare(
      `UPDATE submissions SET record = json_set(record, '$.tries', 'x') WHERE id = ?`,
    );
    for (const id of broken) change.run(id);
    expect(await retryDeliveries(relay.worker())).toBe(60);
    expect(await countOf('delivered', ids.slice(60))).toBe(60);
    const faults = relay.log.filter(isFault);
    expect(faults.map(({ id }) => id).toSorted()).toEqual(broken.toSorted());
  });

  test('ends in peace when the store does not take it, and sends nothing', async () => {
    const ids = await relay.leads(20);
    const worker = relay.worker();
    using raw = database();
    raw.exec('BEGIN IMMEDIATE');
    expect(await retryDeliveries(worker)).toBe(0);
    expect(relay.receiver.connections).toBe(0);
    expect(relay.log.length).toBeLessThanOrEqual(workers);
    expect(relay.log[0]).toMatchObject({ event: 'retry-deliveries' });

    raw.exec('ROLLBACK');
    expect(await retryDeliveries(worker)).toBe(20);
    expect(await countOf('delivered', ids)).toBe(20);
  });
});
