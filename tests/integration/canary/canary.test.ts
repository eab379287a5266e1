import { expect, inject, onTestFinished, test } from 'vitest';
import { openCanary } from '../../../functions/canary/canary.ts';
import { visit } from '../../../functions/canary/visit.ts';
import type { Deps } from '../../../functions/deps.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { openFirestore } from '../../../functions/store/firestore/engine.ts';
import { canaryVisit } from '../../../scripts/costs/operations.ts';
import { storeItems } from '../../../scripts/transfer/store-items.ts';
import { api } from '../../../src/shared/api.ts';
import { healthSchema } from '../../../src/shared/health.ts';
import { get } from '../../support/builders/requests.ts';
import { FirestoreWire } from '../../support/servers/firestore-wire.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { noAlerts } from '../../support/worlds/world.ts';
import { siteWith } from '../../support/worlds/canary-world.ts';

const readOnly = () => Promise.reject(new StoreUnavailable('read-only'));

onEachEngine((makeEngine) => {
  test('the canary’s lead is stored and claimed, seen nowhere, and gone afterwards', async () => {
    const store = (await makeEngine()).open();
    const site = await siteWith(store);
    let due: string[] = [];
    site.answers['/thank-you'] = async () => {
      due = await store.due('9999', 9);
      expect((await store.page({ filter: {}, limit: 9 })).records).toEqual([]);
      expect(await store.counts()).toEqual({ held: 0, waiting: 0 });
      expect([await store.undelivered(9), await store.arrivals('', 9)]).toEqual([[], []]);
      const exported = await Array.fromAsync(storeItems(store, '2026-01-01'));
      expect(exported.flat()).toEqual([]);
      return new Response('Thank you');
    };
    expect(await site.visit()).toBeUndefined();
    expect(due).toHaveLength(1);
    expect(await store.get(due[0] ?? '')).toBeUndefined();
    expect(await store.due('9999', 9)).toEqual([]);
    expect(site.receiver.arrivals).toEqual([]);
    expect((await store.watch()).canary?.nonces).toEqual([]);
  });

  test('two canaries at once leave no lead, and send none', async () => {
    const store = (await makeEngine()).open();
    const site = await siteWith(store);
    const bothAreUnderWay = Promise.withResolvers<undefined>();
    const { '/api/submit-contact': submit } = site.answers;
    let sent = 0;
    site.answers['/api/submit-contact'] = async (request) => {
      if (++sent === 2) bothAreUnderWay.resolve(undefined);
      await bothAreUnderWay.promise;
      return submit?.(request) ?? Response.error();
    };
    expect(await Promise.all([site.visit(), site.visit()])).toEqual([undefined, undefined]);
    expect((await store.page({ filter: {}, limit: 9 })).records).toEqual([]);
    expect(site.receiver.arrivals).toEqual([]);
  });

  test('with CANARY_DELIVER, the webhook gets it as a test', async () => {
    const site = await siteWith((await makeEngine()).open(), {
      canary: { isOn: true, delivers: true },
    });
    expect(await site.visit()).toBeUndefined();
    expect(site.receiver.arrivals.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { test: true, name: 'CANARY, not a lead' },
    ]);
    site.receiver.usually({ status: 500 });
    expect(await site.visit()).toBe('The lead was not sent to the webhook.');
  });
});

const hour = 60 * 60_000;

/** An hour passes before each visit. */
function hourly(canary: ReturnType<typeof openCanary>) {
  let time = Date.now();
  return (deps: Deps) => {
    time += hour;
    deps.now = () => new Date(time);
    return canary(deps);
  };
}

test('the second failure in a row is an alert with its step, and the next visit ends it', async () => {
  const chat = await Receiver.open();
  onTestFinished(() => chat[Symbol.asyncDispose]());
  const targets = [{ url: chat.url, secrets: [], allowPrivate: true }];
  const { deps } = await siteWith((await sqliteEngine()).open(), {
    alerts: { ...noAlerts, targets },
  });
  let failure: string | undefined = 'The contact page has no form.';
  const canary = hourly(openCanary(() => Promise.resolve(failure)));
  const texts = () => chat.arrivals.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  await canary(deps);
  expect(texts()).toEqual([]);
  await canary(deps);
  await canary(deps);
  expect(texts()).toMatchObject([expect.stringContaining('The contact page has no form.')]);
  failure = undefined;
  await canary(deps);
  await canary(deps);
  expect(texts().slice(1)).toMatchObject([expect.stringContaining('The form works again.')]);

  // The store takes nothing, not even this.
  const store = await deps.store();
  const change = store.changeWatch.bind(store);
  store.changeWatch = readOnly;
  failure = 'The store can’t be read or written.';
  await canary(deps);
  await canary(deps);
  expect(texts().slice(2)).toMatchObject([expect.stringContaining('can’t be read or written')]);
  store.changeWatch = change;
  failure = 'The contact page has no form.';
  await canary(deps);
  expect(texts().slice(3)).toEqual([]);
  failure = undefined;
  await canary(deps);
  expect(texts().slice(3)).toMatchObject([expect.stringContaining('The form works again.')]);
});

test('a visit that the schedule makes twice at once fails once', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const canary = () => openCanary(() => Promise.resolve('The contact page has no form.'));
  await Promise.all([canary()(deps), canary()(deps)]);
  expect(await (await deps.store()).watch()).toMatchObject({
    incidents: [],
    canary: { failures: 1 },
  });
});

const emulatorHost = inject('firestoreHost') ?? '';

test.skipIf(emulatorHost === '')('Firestore bills a visit as docs/costs.md says', async () => {
  await using wire = await FirestoreWire.open(emulatorHost);
  const projectId = `demo-${crypto.randomUUID()}`;
  const store = openFirestore({ projectId, emulatorHost: wire.host }, console.log);
  const { deps } = await siteWith(store);
  await openCanary(() => Promise.resolve(undefined))(deps);
  wire.takeBill();
  await openCanary((it) => visit(it, { pauseMs: 200 }))(deps);
  expect(wire.takeBill()).toEqual(canaryVisit);
  expect(canaryVisit.reads).toBeLessThanOrEqual(8);
  expect(canaryVisit.writes).toBeLessThanOrEqual(8);
});

test('health says whether the canary’s visits fail', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const ask = async (of: Deps) =>
    healthSchema.parse(await (await openHealth()(get(api.health), of)).json()).canary;
  expect(await ask(deps)).toBe('ok');
  const canary = hourly(openCanary(() => Promise.resolve('The contact page has no form.')));
  await canary(deps);
  expect(await ask(deps)).toBe('ok');
  await canary(deps);
  expect(await ask(deps)).toBe('failing');
  expect(await ask({ ...deps, canary: { isOn: false, delivers: false } })).toBe('off');
});

test('no canary comes where it is off', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open(), {
    canary: { isOn: false, delivers: false },
  });
  expect(await openCanary(() => Promise.reject(new Error('It came')))(deps)).toEqual({
    visited: 0,
  });
});
