import { expect, test } from 'vitest';
import { keyOf } from '../../../functions/delivery/chat-and-mail.ts';
import { parseAddresses } from '../../../functions/env.ts';
import { keptMs, openHealth } from '../../../functions/watch/health.ts';
import { openWatch } from '../../../functions/watch/look.ts';
import type { Store } from '../../../functions/store/port.ts';
import { bearer, get } from '../../support/builders/requests.ts';
import { worldWith } from '../../support/worlds/world.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { anAlert, healthOf } from '../../support/builders/health.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { onEachEngine } from '../../support/worlds/each-engine.ts';
import { api } from '../../../src/shared/api.ts';

/** In seconds. */
const hour = 3600;

/** A new process, with its own clock. */
function aProcess(store: Store | (() => Promise<Store>)) {
  let time = Date.parse(second(hour));
  const healthToken = 'a-token-of-the-tests-and-of-nobody';
  const world = worldWith(store, { healthToken, now: () => new Date(time) });
  const handler = openHealth();
  const ask = (headers: Record<string, string> = bearer(healthToken)) =>
    handler(get(api.health, headers), world);
  return {
    world,
    ask,
    /** Calls health as a monitor with the token. */
    health: async () => (await ask()).json() as Promise<unknown>,
    pass: (ms: number) => (time += ms),
  };
}

onEachEngine((makeEngine) => {
  const storeWith = async (...records: Parameters<typeof aRecord>[0][]) => {
    const store = (await makeEngine()).open();
    for (const record of records) await store.create(aRecord(record));
    return store;
  };
  const pending: Delivery = { state: 'pending', next_attempt_at: second(9000) };

  test('health reports how long the oldest lead has been undelivered, held and unanswered, until each ends', async () => {
    const at = (from: number) => ({ created_at: second(from) });
    const held: Delivery = { state: 'held', reasons: ['honeypot'] };
    const failed: Delivery = { state: 'failed', at: second(90) };
    const store = await storeWith(
      { id: 'lost', delivery: failed, ...at(0) },
      { id: 'spam', delivery: held, ...at(100) },
      { delivery: held, ...at(200) },
      { id: 'waits', delivery: { state: 'off' }, answered: null, ...at(300) },
      { delivery: { state: 'off' }, answered: null, ...at(400) },
    );
    const process = aProcess(store);
    process.world.version = '1c4e9b';
    const waited = (undelivered: number | null, held: number, waiting: number) => ({
      ...healthOf(undelivered, held),
      oldest_waiting_seconds: waiting,
      version: '1c4e9b',
    });
    expect(await process.health()).toEqual(waited(hour, hour - 100, hour - 300));
    const done: Delivery = { state: 'delivered', at: second(9) };
    for (const id of ['lost', 'spam']) await store.change(id, (it) => ({ ...it, delivery: done }));
    await store.change('waits', (it) => ({ ...it, archived: true }));
    process.pass(keptMs);
    const later = hour + keptMs / 1000;
    expect(await process.health()).toEqual(waited(null, later - 200, later - 400));
  });

  test('health says that the watch does not run if no schedule has ever run', async () => {
    const process = aProcess(await storeWith());
    process.world.canary = { isOn: true };
    expect((await process.ask()).status).toBe(503);
    expect(await process.health()).toMatchObject({ why: 'schedule', looked_seconds: null });
  });

  test('health says that alerts do not arrive once no address accepts them', async () => {
    const store = await storeWith();
    const { world, ask, health, pass } = aProcess(store);
    const { alerts } = world;
    const targets = parseAddresses('ALERT_URL', {
      ALERT_URL: 'https://a.example https://b.example',
    });
    world.alerts = { ...alerts, targets };
    const failing = { attempts: [{ at: second(hour), ms: 1, status: 500 }] };
    await store.add('outbox', [anAlert('a', second(hour - 16 * 60), failing)]);
    const look = () => openWatch()({ ...world, send: () => Promise.resolve({ error: '', ms: 1 }) });
    await look();
    expect((await ask()).status).toBe(503);
    expect(await health()).toMatchObject({ why: 'alerts' });
    const mailed_to = targets.slice(1).map(keyOf);
    await store.changeOutbox(['a'], (it) => ({ ...it, mailed_to }));
    pass(keptMs);
    await look();
    expect((await ask()).status).toBe(200);
  });

  test('health says that retention is behind if a lead should have been erased a day ago', async () => {
    const store = await storeWith({ created_at: second(-29 * 86_400) });
    const process = aProcess(store);
    expect(await process.health()).toMatchObject({ retention_behind: false });
    process.world.retentionDays = 14;
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({ retention_behind: false });
    const [old, late] = [second(-14 * 86_400), second(-15 * 86_400)];
    const delivery: Delivery = { state: 'delivered', at: old };
    await store.create(aRecord({ created_at: old, delivery }));
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({ retention_behind: false });
    await store.create(aRecord({ created_at: late, delivery }));
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({ retention_behind: true });
  });

  test('health without a token reads only the watch’s document, and derives the troubles from it', async () => {
    const store = await storeWith({ created_at: second(0), delivery: pending });
    const { world, ask, pass } = aProcess(() =>
      Promise.resolve({ watch: () => store.watch() } as Store),
    );
    world.canary = { isOn: true };
    const said = async () => {
      const answer = await ask({});
      pass(keptMs);
      return { status: answer.status, body: (await answer.json()) as unknown };
    };
    expect(await said()).toEqual({ status: 503, body: { status: 'not ok', why: 'schedule' } });
    const looked_at = second(hour);
    const canary = { visited_at: looked_at, failures: 0, failure: null };
    await store.changeWatch((it) => ({ ...it, looked_at, canary }));
    expect(await said()).toEqual({ status: 200, body: { status: 'ok' } });
    pass(15 * 60_000);
    expect(await said()).toEqual({ status: 503, body: { status: 'not ok', why: 'schedule' } });
    expect(world.logged).toEqual([]);
  });

  test('health reads the store once during a flood, and its seconds still count up', async () => {
    const store = await storeWith({ created_at: second(0), delivery: pending });
    const read = store.heldSince.bind(store);
    let reads = 0;
    store.heldSince = () => {
      reads += 1;
      return read();
    };
    const process = aProcess(store);
    const answers = await Promise.all(Array.from({ length: 200 }, () => process.health()));
    expect(answers).toEqual(answers.map(() => healthOf(hour)));
    process.pass(keptMs - 1);
    expect(await process.health()).toEqual(healthOf(hour + Math.floor((keptMs - 1) / 1000)));
    expect(reads).toBe(1);
    process.pass(1);
    await process.health();
    expect(reads).toBe(2);
  });
});

test('an unreachable store is reported without a reason, which only the log has', async () => {
  const process = aProcess(() => Promise.reject(new Error('the password is hunter2')));
  const response = await process.ask();
  expect(response.status).toBe(503);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const notOk = { status: 'not ok', why: 'store' };
  expect(await response.json()).toEqual({ ...healthOf(null), ...notOk, store: 'unreachable' });
  expect(process.world.logged).toMatchObject([{ event: 'failure' }]);
  expect(JSON.stringify(process.world.logged)).not.toContain('hunter2');
  expect(await (await process.ask({})).json()).toEqual(notOk);
});
