import { expect, onTestFinished, test } from 'vitest';
import { canary } from '../../../functions/canary/canary.ts';
import type { Deps } from '../../../functions/deps.ts';
import { openWatch } from '../../../functions/watch/each-minute.ts';
import { openHealth } from '../../../functions/watch/health.ts';
import { storeItems } from '../../../scripts/transfer/store-items.ts';
import { api } from '../../../src/shared/api.ts';
import { healthSchema } from '../../../src/shared/health.ts';
import { get, postForm } from '../../support/builders/requests.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { onEachEngine, sqliteEngine } from '../../support/worlds/each-engine.ts';
import { noAlerts } from '../../support/worlds/world.ts';
import { siteWith } from '../../support/worlds/canary-world.ts';
import { isCanary, makeMarker } from '../../../functions/intake/canary-marker.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { fields } from '../../support/builders/plain-form.ts';

const minute = 60_000;

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

const noForm = 'The contact page has no form.';

/** An hour passes before each visit, which ends like this. The watch looks after it. */
async function hourly() {
  const chat = await Receiver.open();
  onTestFinished(() => chat[Symbol.asyncDispose]());
  const targets = [{ url: chat.url, secrets: [], allowPrivate: true }];
  const { deps } = await siteWith((await sqliteEngine()).open(), {
    alerts: { ...noAlerts, targets, watchesSilence: false },
  });
  const watch = openWatch();
  let time = Date.now();
  let read = 0;
  deps.now = () => new Date(time);
  const later = async (ms: number) => {
    time += ms;
    await watch(deps);
    const texts = chat.arrivals.map(({ body }) => (JSON.parse(body) as { text: string }).text);
    return texts.slice(read, (read = texts.length));
  };
  return {
    deps,
    chat,
    later,
    /** Returns the alerts that came of it. */
    visit: async (failure?: string) => {
      time += 55 * minute;
      await canary(deps, () => Promise.resolve(failure));
      return later(5 * minute);
    },
  };
}

test('the second failure in a row is an alert with its step, and the next visit ends it', async () => {
  const { visit } = await hourly();
  expect(await visit(noForm)).toEqual([]);
  expect(await visit(noForm)).toMatchObject([expect.stringContaining(noForm)]);
  expect(await visit(noForm)).toEqual([]);
  expect(await visit()).toMatchObject([expect.stringContaining('The form works again.')]);
  expect(await visit()).toEqual([]);
});

test('an alert of the canary that could not be sent is tried again within minutes', async () => {
  const { chat, visit, later } = await hourly();
  await visit(noForm);
  await chat.down();
  expect(await visit(noForm)).toEqual([]);
  await chat.up();
  expect(await later(minute)).toMatchObject([expect.stringContaining(noForm)]);
});

test('a visit that the schedule makes twice at once fails once', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const failing = () => Promise.resolve(noForm);
  await Promise.all([canary(deps, failing), canary(deps, failing)]);
  expect((await (await deps.store()).watch()).canary).toMatchObject({ failures: 1 });
});

test('health says whether the canary’s visits fail', async () => {
  const { deps, visit: comes } = await hourly();
  const ask = async (of: Deps) =>
    healthSchema.parse(await (await openHealth()(get(api.health), of)).json()).canary;
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('ok');
  await comes(noForm);
  expect(await ask(deps)).toBe('failing');
  expect(await ask({ ...deps, canary: { isOn: false, delivers: false } })).toBe('off');
});

test('no forged, late or copied marker is believed', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const email = 'canary@example.com';
  const real = await makeMarker(email, deps);
  const [expires = '', nonce = '', seal = ''] = real.split('.');
  const forged = [
    `${expires}.${nonce}.${seal.replace(/./, (it) => (it === 'a' ? 'b' : 'a'))}`,
    `${Number(expires) + 1}.${nonce}.${seal}`,
    `${expires}.${nonce}1.${seal}`,
    `${real}.`,
    crypto.randomUUID(),
  ];
  for (const canary of forged) expect(await isCanary({ canary, email }, deps)).toBe(false);
  const late = { ...deps, now: () => new Date(Date.now() + 61_000) };
  expect(await isCanary({ canary: real, email }, late)).toBe(false);
  expect(await isCanary({ canary: real, email: 'dana@example.com' }, deps)).toBe(false);
  expect(await isCanary({ canary: real, email }, deps)).toBe(true);
});

test('a visitor with a forged marker is a visitor like any other', async () => {
  const { deps, receiver } = await siteWith((await sqliteEngine()).open());
  const store = await deps.store();
  const marker = `${Date.now() + 1000}.x.${'0'.repeat(32)}`;
  const answer = await submitContact(postForm({ ...fields, canary: marker }), deps);
  await deps.settled();
  expect(answer.status).toBe(303);
  const { records } = await store.page({ filter: {}, limit: 9 });
  expect(records).toHaveLength(1);
  expect(records[0]).not.toHaveProperty('test');
  expect(receiver.arrivals[0]?.body).not.toContain('"test"');
});
