import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { keptMs } from '../../../functions/watch/health.ts';
import { api } from '../../../src/shared/api.ts';
import { healthOf } from '../../support/builders/health.ts';
import { get, post } from '../../support/builders/requests.ts';
import { startFunctions } from '../../support/servers/functions-server.ts';
import { Gate } from '../../support/servers/network-switch.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';
import { aProcess } from '../../support/worlds/health-world.ts';

const unreachable = { ...healthOf(null), store: 'unreachable' };

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
    expect(await process.health()).toEqual(healthOf(null));
    process.pass(keptMs);
    gate.state = 'deaf';
    const began = performance.now();
    expect(await process.health()).toEqual(unreachable);
    expect(performance.now() - began).toBeLessThan(keptMs);
    gate.state = 'open';
    process.pass(keptMs);
    expect(await process.health()).toEqual(healthOf(null));
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
