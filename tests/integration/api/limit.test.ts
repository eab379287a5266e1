import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import { StoreUnavailable, type Store } from '../../../functions/store/port.ts';
import { fileName } from '../../../functions/store/sqlite/database.ts';
import { api } from '../../../src/shared/api.ts';
import { aSubmission, fromAnother, submitting } from '../../support/builders/requests.ts';
import { ask } from '../../support/servers/ask.ts';
import { withFunctions } from '../../support/servers/local-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';
import { aReceiver, eachEngine } from '../../support/worlds/each-engine.ts';
import { openLimitWorld } from '../../support/worlds/limit-world.ts';

const usual = 30;

const submit = (deps: Deps, lead = fromAnother()) => submitContact(submitting(lead), deps);

const stored = async (store: Store) => (await store.page({ filter: {}, limit: 2000 })).records;

const unreachable = () => Promise.reject(new StoreUnavailable('As the test wants it'));

eachEngine('the rate limit', (makeEngine) => {
  test('admits one more lead as each older one leaves the window', async () => {
    const world = await openLimitWorld(makeEngine);
    for (let i = 0; i < usual; i += 1) {
      expect((await submit(world.deps)).status).toBe(201);
      world.pass(1000);
    }
    const refused = await submit(world.deps);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('570');
    expect(await refused.json()).toEqual({
      error: 'Too many requests came from your network. Please try again in 10 minutes.',
    });
    expect(world.deps.logged.map(({ event }) => event)).toContain('limit-reached');
    world.pass(569_999);
    const soon = await submit(world.deps);
    expect(soon.headers.get('retry-after')).toBe('1');
    expect(await soon.text()).toContain('Please try again in a minute.');
    world.pass(1);
    expect((await submit(world.deps)).status).toBe(201);
    expect((await submit(world.deps)).headers.get('retry-after')).toBe('1');
  });
});

test('the rate limit counts neither refused leads nor retries', async () => {
  const world = await openLimitWorld();
  const lead = aSubmission();
  for (let i = 0; i < 2 * usual; i += 1) {
    expect((await submit(world.deps, aSubmission({ email: 'nobody' }))).status).toBe(422);
    expect((await submit(world.deps, aSubmission({ consent_version: 'x' }))).status).toBe(422);
    expect((await submit(world.deps, lead)).status).toBe(i === 0 ? 201 : 200);
  }
  for (let i = 1; i < usual; i += 1) expect((await submit(world.deps)).status).toBe(201);
  expect((await submit(world.deps)).status).toBe(429);
  expect((await submit(world.deps, lead)).status).toBe(200);
});

test('the rate limit counts different words under one id that arrive before the first are stored', async () => {
  const { deps, store } = await openLimitWorld();
  const unseen = { ...store, get: () => Promise.resolve(undefined) };
  const { id } = aSubmission();
  const statuses: number[] = [];
  for (let i = 0; i < 2 * usual; i += 1) {
    const lead = { ...fromAnother(), id };
    statuses.push((await submit({ ...deps, store: () => Promise.resolve(unseen) }, lead)).status);
  }
  expect(statuses.filter((it) => it === 429)).toHaveLength(usual);
});

test('the rate limit counts a lead once, even if storing it failed before', async () => {
  const world = await openLimitWorld();
  const lead = aSubmission();
  const create = world.store.create.bind(world.store);
  world.store.create = unreachable;
  for (let i = 0; i < 2 * usual; i += 1) expect((await submit(world.deps, lead)).status).toBe(503);
  world.store.create = create;
  expect((await submit(world.deps, lead)).status).toBe(201);
  expect((await submit(world.deps)).status).toBe(201);
});

test('a lead is neither lost nor held when only counting fails', async () => {
  const world = await openLimitWorld();
  world.store.admit = unreachable;
  const message = 'We cover Katy, Cypress, Spring and The Woodlands with four crews of roofers.';
  for (let i = 0; i < 40; i += 1)
    expect((await submit(world.deps, { ...fromAnother(), message })).status).toBe(201);
  const leads = await stored(world.store);
  expect(leads.map(({ delivery }) => delivery.state)).toEqual(Array(40).fill('off'));
  for (const event of ['limit-failure', 'spam-failure'])
    expect(world.deps.logged).toContainEqual({
      event,
      error: 'StoreUnavailable: As the test wants it',
    });
});

test('the rate limit stores keyed hashes, not addresses', async () => {
  const world = await openLimitWorld();
  const ip = '198.51.100.77';
  await submit({ ...world.deps, ip }, aSubmission());
  using file = new DatabaseSync(join(world.engine.env['DATA_DIR'] ?? '', fileName));
  const sightings = file.prepare('SELECT * FROM sightings').all();
  // One hash each for the network, the phone and the e-mail address. Only the consent receipt stores the IP address.
  expect(sightings.map(({ id }) => id)).toEqual(
    Array(3).fill(expect.stringMatching(/^[0-9a-f]{32}$/)),
  );
  expect(JSON.stringify(sightings)).not.toMatch(/198\.51|5550142|dana/);
});

test('the limit of a network holds across processes, and other visitors are served', async () => {
  await using fixture = await withFunctions();
  const limit = 20;
  const env = { DATA_DIR: 'data', SUBMIT_LIMIT: `${limit}/10m`, WEBHOOK_URL: '' };
  await using site = await RunningSite.ready(fixture.root, { env });
  await using beside = await RunningSite.ready(fixture.root, { env });
  const headers = { 'content-type': 'application/json' };
  const submitFrom = (from: string, { port }: RunningSite) =>
    ask(port, api.submitContact, {
      method: 'POST',
      headers,
      body: JSON.stringify(fromAnother()),
      from,
    });
  for (let i = 0; i < limit; i += 1)
    expect(await submitFrom('127.0.0.4', site)).toMatchObject({ status: 201 });
  const refused = await submitFrom('127.0.0.4', beside);
  expect([refused.status, refused.headers['retry-after']]).toEqual([
    429,
    expect.stringMatching(/^[1-9]\d*$/),
  ]);
  expect((await submitFrom('127.0.0.5', beside)).status).toBe(201);
});

test('posts to the dispute form of earlier versions store and send no lead', async () => {
  const receiver = await aReceiver();
  await using fixture = await withFunctions();
  const env = { DATA_DIR: 'data', WEBHOOK_URL: receiver.url.href, NOTICE_TO: receiver.url.href };
  await using site = await RunningSite.ready(fixture.root, { env });
  const send = (path: string, body: URLSearchParams | string, type: string) =>
    ask(site.port, path, { method: 'POST', body: String(body), headers: { 'content-type': type } });
  const { consent_marketing, consent_version, source, ...words } = aSubmission();
  const posts = Array.from({ length: 60 }, (_, i) => {
    const body = new URLSearchParams({ ...words, message: `Lead number ${i}` });
    return send('/api/dispute', body, 'application/x-www-form-urlencoded');
  });
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([404]));

  const lead = fromAnother();
  const answer = await send(api.submitContact, JSON.stringify(lead), 'application/json');
  expect(answer.status).toBe(201);
  await receiver.arrived(2);
  using file = new DatabaseSync(join(fixture.path('data'), fileName));
  expect(file.prepare('SELECT id FROM submissions').all()).toEqual([{ id: lead.id }]);
  expect(receiver.arrivals).toHaveLength(2);
});
