import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import {
  openSqlite,
  sqliteEngine as sqliteEngineOn,
} from '../../../functions/store/sqlite/engine.ts';
import { storeOn } from '../../../functions/store/store.ts';
import { StoreUnavailable } from '../../../functions/store/port.ts';
import { storeItems } from '../../../scripts/transfer/export.ts';
import { postForm } from '../../support/builders/requests.ts';
import {
  aFolder,
  aReceiver,
  onEachEngine,
  sqliteEngine,
} from '../../support/worlds/each-engine.ts';
import { contactAssets, siteWith } from '../../support/worlds/watch-world.ts';
import { isCanary, makeMarker } from '../../../functions/intake/canary-marker.ts';
import { aRecord } from '../../support/builders/record.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { fields } from '../../support/builders/filled-in.ts';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

onEachEngine((makeEngine) => {
  test('a visit stores and reads a lead, which no admin ever sees and which is removed', async () => {
    const store = (await makeEngine()).open();
    const { visit, receiver, deps } = await siteWith(store);
    const place = await store.lastChange();
    const rehearse = store.rehearse.bind(store);
    const rehearsed: string[] = [];
    store.rehearse = async (form) => {
      rehearsed.push(form.name);
      await rehearse(form);
    };
    expect(await visit()).toBeUndefined();
    await deps.settled();
    expect(rehearsed).toEqual(['CANARY, not a lead']);
    expect(await store.idsBefore('9999', 9)).toEqual([]);
    expect((await Array.fromAsync(storeItems(store))).flat()).toEqual([]);
    expect(await store.lastChange()).toBe(place);
    expect(receiver.arrivals).toEqual([]);
  });

  test('a visit detects a store that loses writes', async () => {
    const store = (await makeEngine()).open();
    await expect(store.rehearse(aRecord())).resolves.toBeUndefined();
    const changing = { ...aRecord(), toJSON: () => ({ ...aRecord(), name: crypto.randomUUID() }) };
    await expect(store.rehearse(changing)).rejects.toThrow(StoreUnavailable);
  });
});

test('a lead left behind by a killed visit is not shown, and the next visit replaces it', async () => {
  const folder = await aFolder();
  openSqlite(folder, () => undefined);
  const file = new DatabaseSync(path.join(folder, fileName));
  onTestFinished(() => file.close());
  const engine = sqliteEngineOn(file);
  const commit = engine.commit.bind(engine);
  const killed = Promise.withResolvers<undefined>();
  engine.commit = (writes) => {
    if (!writes.some((it) => it.kind === 'remove')) return commit(writes);
    killed.resolve(undefined);
    return new Promise(() => undefined);
  };
  const dying = await siteWith(storeOn(engine, () => undefined));
  await Promise.race([dying.visit(), killed.promise]);
  const store = openSqlite(folder, () => undefined);
  expect(file.prepare('SELECT id FROM rehearsal').all()).toHaveLength(1);
  expect(await store.idsBefore('9999', 9)).toEqual([]);
  expect((await store.page({ filter: {}, limit: 9 })).records).toEqual([]);
  expect(await store.counts()).toEqual({ held: 0, waiting: 0 });
  expect(await store.due('9999', 9)).toEqual([]);
  expect((await Array.fromAsync(storeItems(store))).flat()).toEqual([]);
  expect(await (await siteWith(store)).visit()).toBeUndefined();
  expect(file.prepare('SELECT id FROM rehearsal').all()).toEqual([]);
});

test('the canary comes each hour from the same person, and is never held for that', async () => {
  const site = await siteWith((await sqliteEngine()).open());
  for (let visits = 0; visits < 5; visits += 1) expect(await site.visit()).toBeUndefined();
});

test('a visit requests each script and style of the page, and none of another site', async () => {
  const { deps, visit: comes } = await siteWith((await sqliteEngine()).open());
  const { fetch } = deps;
  const requests: string[] = [];
  deps.fetch = (input, init) => {
    requests.push(new Request(input, init).url);
    return fetch(input, init);
  };
  expect(await comes()).toBeUndefined();
  const { site } = deps.alerts;
  expect(requests.toSorted()).toEqual(
    ['/contact', ...Object.keys(contactAssets), '/api/submit-contact']
      .map((it) => site + it)
      .toSorted(),
  );
});

test('a forged, late or copied marker is rejected', async () => {
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

test('a visitor with a forged marker is treated like any other', async () => {
  const { deps, receiver } = await siteWith((await sqliteEngine()).open());
  const store = await deps.store();
  const marker = `${Date.now() + 1000}.x.${'0'.repeat(32)}`;
  const answer = await submitContact(postForm({ ...fields, canary: marker }), deps);
  await deps.settled();
  expect(answer.status).toBe(303);
  const { records } = await store.page({ filter: {}, limit: 9 });
  expect(records).toHaveLength(1);
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
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (printed += String(text)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, printed };
}

test('npm run canary prints its steps and the one that failed, and exits with 1', async () => {
  const receiver = await aReceiver();
  receiver.usually({ status: 404 });
  const site = receiver.url.origin;
  expect(await run({ SITE_URL: site })).toEqual({
    code: 1,
    printed: `Fetch ${site}/contact.\nThe contact page answers 404.\n`,
  });
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/contact']);
});

test('npm run canary refuses to visit a site with another store, and never uses the local store by mistake', async () => {
  expect((await run({ SITE_URL: 'site.invalid' })).printed).toMatch(/^SITE_URL must be a full/);
  const { code, printed } = await run({ SITE_URL: 'https://site.invalid' });
  expect(printed).toMatch(
    /^https:\/\/site\.invalid has a different store from this machine.+\.\n$/,
  );
  expect(code).toBe(1);
});
