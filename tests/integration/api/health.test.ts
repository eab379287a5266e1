import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { canaryKeptMs, keptMs, openHealth } from '../../../functions/watch/health.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import type { Store } from '../../../functions/store/port.ts';
import { api } from '../../../src/shared/api.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aFolder, onEachEngine } from '../../support/worlds/each-engine.ts';
import { Gate } from '../../support/servers/network-switch.ts';
import { aRecord, second } from '../../support/builders/record.ts';
import { get, post } from '../../support/builders/requests.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { worldWith } from '../../support/worlds/world.ts';

const unreachable = {
  store: 'unreachable',
  oldest_undelivered_seconds: null,
  oldest_held_seconds: null,
  oldest_waiting_seconds: null,
  retention_behind: false,
  canary: 'off',
  version: null,
};
const reachable = (undelivered: number | null, held: number | null = null) => ({
  ...unreachable,
  store: 'reachable',
  oldest_undelivered_seconds: undelivered,
  oldest_held_seconds: held,
});

/** The time is an hour after the records' first second. */
const hour = 3600;

/** A process that has just started, with its own clock. */
function aProcess(store: Store | (() => Promise<Store>)) {
  let time = Date.parse(second(hour));
  const world = worldWith(store, { now: () => new Date(time) });
  const handler = openHealth();
  const ask = (request = get(api.health)) => handler(request, world);
  return {
    world,
    ask,
    health: async () => (await ask()).json() as Promise<unknown>,
    pass: (ms: number) => (time += ms),
  };
}

onEachEngine((makeEngine) => {
  const storeWith = async (...records: Parameters<typeof aRecord>[0][]) => {
    const store = (await makeEngine()).open();
    for (const it of records) await store.create(aRecord(it));
    return store;
  };
  const pending: Delivery = { state: 'pending', next_attempt_at: second(9000) };

  test('health reports no waits for an empty store', async () => {
    const response = await aProcess(await storeWith()).ask();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual(reachable(null));
  });

  test('health reports how long the oldest undelivered lead has waited', async () => {
    const store = await storeWith(
      { created_at: second(0), delivery: { state: 'delivered', at: second(1) } },
      { created_at: second(100), delivery: pending },
      { created_at: second(200), delivery: pending },
    );
    expect(await aProcess(store).health()).toEqual(reachable(hour - 100));
  });

  test('health keeps counting after a lead failed, and stops when it is delivered', async () => {
    const lead = aRecord({ created_at: second(0), delivery: { state: 'failed', at: second(90) } });
    const store = await storeWith(lead);
    const process = aProcess(store);
    expect(await process.health()).toEqual(reachable(hour));
    await store.change(lead.id, (it) => ({
      ...it,
      delivery: { state: 'delivered', at: second(9) },
    }));
    process.pass(keptMs);
    expect(await process.health()).toEqual(reachable(null));
  });

  test('health counts neither trial leads nor leads without a webhook', async () => {
    const store = await storeWith(
      { created_at: second(0), delivery: { state: 'off' } },
      { created_at: second(0), delivery: pending, test: true },
      { created_at: second(0), delivery: { state: 'held', reasons: [] }, test: true },
    );
    expect(await aProcess(store).health()).toEqual(reachable(null));
  });

  test('health reports how long the oldest lead has been held as spam', async () => {
    const delivery: Delivery = { state: 'held', reasons: ['honeypot'] };
    const lead = aRecord({ created_at: second(100), delivery });
    const store = await storeWith(lead, { created_at: second(200), delivery });
    const process = aProcess(store);
    expect(await process.health()).toEqual(reachable(null, hour - 100));
    await store.change(lead.id, (it) => ({ ...it, delivery: { state: 'off' } }));
    process.pass(keptMs);
    expect(await process.health()).toEqual(reachable(null, hour - 200 + keptMs / 1000));
  });

  test('health reports how long the oldest lead has waited for an answer, and which version this is', async () => {
    const delivery: Delivery = { state: 'off' };
    const lead = aRecord({ created_at: second(100), delivery, answered: null });
    const store = await storeWith(lead, { created_at: second(200), delivery, answered: null });
    const process = aProcess(store);
    process.world.version = '1c4e9b';
    expect(await process.health()).toEqual({
      ...reachable(null),
      oldest_waiting_seconds: hour - 100,
      version: '1c4e9b',
    });
    await store.change(lead.id, (it) => ({ ...it, archived: true }));
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({
      oldest_waiting_seconds: hour - 200 + keptMs / 1000,
    });
    await store.erase(await store.idsBefore(second(hour), 9), second(hour));
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({ oldest_waiting_seconds: null });
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

  test('health reads the store once during a flood, and the seconds still count up', async () => {
    const store = await storeWith({ created_at: second(0), delivery: pending });
    const read = store.lastChange.bind(store);
    let reads = 0;
    store.lastChange = () => {
      reads += 1;
      return read();
    };
    const process = aProcess(store);
    const answers = await Promise.all(Array.from({ length: 200 }, () => process.health()));
    expect(answers).toEqual(answers.map(() => reachable(hour)));
    process.pass(keptMs - 1);
    expect(await process.health()).toEqual(reachable(hour + Math.floor((keptMs - 1) / 1000)));
    expect(reads).toBe(1);
    process.pass(1);
    await process.health();
    expect(reads).toBe(2);
  });

  test('health keeps no reading from ahead of its clock', async () => {
    const store = await storeWith();
    const process = aProcess(store);
    expect(await process.health()).toEqual(reachable(null));
    await store.create(aRecord({ created_at: second(0), delivery: pending }));
    process.pass(-600_000);
    expect(await process.health()).toEqual(reachable(hour - 600));
  });

  test('health reads what the canary found once in half an hour, also during a flood', async () => {
    const process = aProcess(await storeWith());
    process.world.canary = { isOn: true, delivers: false };
    const store = await process.world.store();
    const watch = vi.spyOn(store, 'watch');
    await Promise.all(Array.from({ length: 50 }, () => process.health()));
    process.pass(canaryKeptMs - 1);
    expect(await process.health()).toMatchObject({ canary: 'ok' });
    expect(watch).toHaveBeenCalledOnce();
    const incident = { kind: 'canary', what: 'The form is broken.', since: second(0) } as const;
    await store.changeWatch((it) => ({
      ...it,
      incidents: [{ ...incident, raised_at: second(0), reminders: 0 }],
    }));
    watch.mockClear();
    process.pass(keptMs);
    expect(await process.health()).toMatchObject({ canary: 'failing' });
    expect(watch).toHaveBeenCalledOnce();
  });

  test('health never reports a negative wait, even if a clock is behind', async () => {
    const store = await storeWith({ created_at: second(2 * hour), delivery: pending });
    expect(await aProcess(store).health()).toEqual(reachable(0));
  });
});

describe('a store that can’t be reached', () => {
  const broken = () => aProcess(() => Promise.reject(new Error('the password is hunter2')));

  test('is reported without a reason, which only the log has', async () => {
    const process = broken();
    const response = await process.ask();
    expect(response.status).toBe(503);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(unreachable);
    expect(process.world.logged).toMatchObject([{ event: 'failure' }]);
    expect(JSON.stringify(process.world.logged)).not.toContain('hunter2');
  });

  test('is asked as rarely as one that can', async () => {
    let asked = 0;
    const process = aProcess(() => {
      asked += 1;
      return Promise.reject(new Error('down'));
    });
    process.world.canary = { isOn: true, delivers: false };
    for (let i = 0; i < 20; i++) expect((await process.ask()).status).toBe(503);
    expect(asked).toBe(1);
    expect(process.world.logged).toHaveLength(1);
    process.pass(keptMs);
    await process.ask();
    expect(asked).toBe(2);
    expect(process.world.logged).toHaveLength(2);
  });
});

const emulatorHost = inject('firestoreHost') ?? '';

describe.skipIf(emulatorHost === '')('a Firestore that hangs', () => {
  let gate: Gate;
  beforeEach(async () => {
    gate = await Gate.before(emulatorHost);
  });
  afterEach(() => gate.shut());

  test('is waited for as long as a visitor would wait, and recovers by itself', async () => {
    const projectId = `demo-${crypto.randomUUID()}`;
    const store = openFirestore({ projectId, emulatorHost: gate.host }, console.log);
    onTestFinished(() => store.close());
    const process = aProcess(store);
    expect(await process.health()).toEqual(reachable(null));
    process.pass(keptMs);
    gate.state = 'deaf';
    const began = performance.now();
    expect(await process.health()).toEqual(unreachable);
    expect(performance.now() - began).toBeLessThan(keptMs);
    gate.state = 'open';
    process.pass(keptMs);
    expect(await process.health()).toEqual(reachable(null));
  });
});

describe('the address', () => {
  const process = () => aProcess(() => Promise.reject(new Error('nobody has come so far')));

  test('answers HEAD with the status only', async () => {
    const response = await process().ask(new Request(get(api.health), { method: 'HEAD' }));
    expect(response.status).toBe(503);
    expect(await response.text()).toBe('');
  });

  test('refuses other methods and other sites', async () => {
    const posted = await process().ask(post(api.health, {}));
    expect(posted.status).toBe(405);
    expect(posted.headers.get('allow')).toBe('GET, HEAD');
    const foreign = get(api.health, { origin: 'https://evil.example' });
    expect((await process().ask(foreign)).status).toBe(403);
  });

  test('answers even if the site isn’t configured, without saying so', async () => {
    const engine = { env: { DATA_DIR: await aFolder(), FIREBASE_SERVICE_ACCOUNT: 'x' } };
    await using server = await startFunctions(engine);
    const response = await fetch(`http://127.0.0.1:${server.port}${api.health}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual(unreachable);
    expect(server.stderr).toContain('"event":"configuration"');
  });
});
