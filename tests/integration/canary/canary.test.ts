import { expect, test } from 'vitest';
import { retryDeliveries } from '../../../functions/delivery/retry.ts';
import { storeItems } from '../../../scripts/transfer/export.ts';
import { postForm } from '../../support/builders/requests.ts';
import {
  aFolder,
  aReceiver,
  onEachEngine,
  sqliteEngine,
} from '../../support/worlds/each-engine.ts';
import { siteWith } from '../../support/worlds/watch-world.ts';
import { isCanary, makeMarker } from '../../../functions/intake/canary-marker.ts';
import { inventedWords } from '../../../functions/delivery/trial.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const minute = 60_000;

onEachEngine((makeEngine) => {
  test('the canary’s lead is stored and claimed, seen nowhere, and gone afterwards', async () => {
    const store = (await makeEngine()).open();
    const site = await siteWith(store);
    let there: string[] = [];
    site.answers['/thank-you'] = async () => {
      there = await store.idsBefore('9999', 9);
      expect((await store.page({ filter: {}, limit: 9 })).records).toEqual([]);
      expect(await store.counts()).toEqual({ held: 0, waiting: 0 });
      expect((await store.undelivered('pending', '9999')).count).toBe(0);
      expect(await store.arrivals('', 9)).toEqual([]);
      const exported = await Array.fromAsync(storeItems(store));
      expect(exported.flat()).toEqual([]);
      return new Response('Thank you');
    };
    expect(await site.visit()).toBeUndefined();
    expect(there).toHaveLength(1);
    expect(await store.idsBefore('9999', 9)).toEqual([]);
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
    setTimeout(site.receiver.hold(), 1500);
    expect(await site.visit(), 'from a slow webhook').toBeUndefined();
    site.receiver.usually({ status: 500 });
    expect(await site.visit()).toBe('The lead was not sent to the webhook.');
  });
});

test('the canary comes each hour from the same person, and is never held for that', async () => {
  const site = await siteWith((await sqliteEngine()).open());
  for (let visits = 0; visits < 5; visits += 1) expect(await site.visit()).toBeUndefined();
});

test('a visit may begin on one day and arrive on the next', async () => {
  const store = (await sqliteEngine()).open();
  let time = Date.parse('2026-03-02T23:59:59.900Z');
  const site = await siteWith(store, { now: () => new Date(time) });
  const { '/api/submit-contact': submit } = site.answers;
  site.answers['/api/submit-contact'] = (request) => {
    time += 200;
    return submit?.(request) ?? Response.error();
  };
  expect(await site.visit()).toBeUndefined();
  expect(await store.idsBefore('9999', 9)).toEqual([]);
});

test('what a visit that was cut off left behind is claimed once, and never again', async () => {
  const { deps } = await siteWith((await sqliteEngine()).open());
  const words = inventedWords('CANARY');
  const form = { ...fields, ...words, consent_marketing: 'true' };
  await submitContact(postForm({ ...form, canary: await makeMarker(words.email, deps) }), deps);
  await deps.settled();
  const store = await deps.store();
  const change = store.change.bind(store);
  let claims = 0;
  store.change = (...claim) => ((claims += 1), change(...claim));
  for (let minutes = 1; minutes <= 5; minutes += 1) {
    deps.now = () => new Date(Date.now() + minutes * minute);
    await retryDeliveries(deps);
  }
  expect(claims).toBe(0);
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

async function run(env: NodeJS.ProcessEnv) {
  // A folder without the developer's own .env.
  const cwd = await aFolder();
  const child = execFile(process.execPath, [path.resolve('scripts/canary.ts')], {
    cwd,
    env: { PATH: process.env.PATH, DATA_DIR: cwd, ...env },
  });
  let printed = '';
  for (const it of [child.stdout, child.stderr])
    it?.on('data', (text) => (printed += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

test('npm run canary prints its steps and the one that failed, and ends with 1', async () => {
  const receiver = await aReceiver();
  receiver.usually({ status: 404 });
  const site = receiver.url.origin;
  expect(await run({ SITE_URL: site })).toEqual({
    code: 1,
    printed: `Fetch ${site}/contact.\nThe contact page answers 404.\n`,
  });
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/contact']);
});

test('npm run canary visits no site whose store is another one, nor the local one by mistake', async () => {
  expect((await run({ SITE_URL: 'site.invalid' })).printed).toMatch(/^SITE_URL must be a full/);
  const { code, printed } = await run({ SITE_URL: 'https://site.invalid' });
  expect(printed).toMatch(/^https:\/\/site\.invalid has another store than this machine.+\.\n$/);
  expect(code).toBe(1);
});
