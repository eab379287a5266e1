import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Deps } from '../../../functions/deps.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { Store } from '../../../functions/store/port.ts';
import { aSubmission, fromAnother, post } from '../../support/builders/requests.ts';
import { withFunctions } from '../../support/servers/local-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';
import { eachEngine } from '../../support/worlds/each-engine.ts';
import { openLimitWorld, type LimitWorld } from '../../support/worlds/limit-world.ts';

const usual = 30;

const submit = (deps: Deps, lead = fromAnother()) =>
  submitContact(post('/api/submit-contact', lead), deps);

const stored = async (store: Store) => (await store.page({ filter: {}, limit: 2000 })).records;

async function fill(world: LimitWorld): Promise<void> {
  for (let i = 0; i < usual; i += 1) expect((await submit(world.deps)).status).toBe(201);
}

eachEngine('the rate limit', (emulatorHost) => {
  const open = () => openLimitWorld(emulatorHost);

  test('admits one more lead as each older one leaves the window', async () => {
    await using world = await open();
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
    world.pass(569_999);
    expect((await submit(world.deps)).headers.get('retry-after')).toBe('1');
    world.pass(1);
    expect((await submit(world.deps)).status).toBe(201);
    expect((await submit(world.deps)).headers.get('retry-after')).toBe('1');
  });
});

test('the rate limit holds for a hundred leads at once', async () => {
  await using world = await openLimitWorld();
  const answers = await Promise.all(Array.from({ length: 100 }, () => submit(world.deps)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((it) => it === 201)).toHaveLength(usual);
  expect(statuses.filter((it) => it === 429)).toHaveLength(100 - usual);
  expect(await stored(world.store)).toHaveLength(usual);
});

test('the rate limit counts neither refused leads nor retries', async () => {
  await using world = await openLimitWorld();
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

test('the rate limit counts a lead once, even if storing it failed before', async () => {
  await using world = await openLimitWorld();
  const lead = aSubmission();
  world.fails = 'create';
  for (let i = 0; i < 2 * usual; i += 1) expect((await submit(world.deps, lead)).status).toBe(503);
  world.fails = undefined;
  await fill({ ...world, deps: { ...world.deps, ip: '198.51.100.7' } });
  expect((await submit(world.deps, lead)).status).toBe(201);
  expect((await submit(world.deps)).status).toBe(201);
});

test('the rate limit loses no lead when only counting fails', async () => {
  await using world = await openLimitWorld();
  world.fails = 'admit';
  for (let i = 0; i < 40; i += 1) expect((await submit(world.deps)).status).toBe(201);
  expect(await stored(world.store)).toHaveLength(40);
  expect(world.events).toContainEqual({
    event: 'limit-failure',
    error: 'StoreUnavailable: As the test wants it',
  });
});

test('the rate limit stores keyed hashes, not addresses', async () => {
  await using world = await openLimitWorld();
  const ip = '198.51.100.77';
  await submit({ ...world.deps, ip }, aSubmission());
  const admitted = world.admitted[0] ?? [];
  expect(admitted[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(admitted[1]).toMatch(/^[0-9a-f]{32}$/);
  // Only the consent receipt has the address itself, on purpose.
  await world.store.admit('other', 'mark', { count: 1, windowMs: 1 }, new Date(0));
  const sightings = world.sightings();
  // Its network, its phone and its e-mail address, and the other one.
  expect(sightings).toHaveLength(4);
  expect(JSON.stringify(sightings)).not.toMatch(/198\.51|5550142|dana/);
});

const limit = 20;

/** Posts to the real server, with real sockets; 127.0.0.5 is another visitor's address. */
function submitFrom(from: string, { port }: RunningSite) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; wait: string }>();
  const options = { port, host: '127.0.0.1', localAddress: from, agent: false };
  request({ ...options, path: '/api/submit-contact', method: 'POST' }, (incoming) => {
    text(incoming).then(() => {
      const wait = incoming.headers['retry-after'] ?? '';
      resolve({ status: incoming.statusCode ?? 0, wait });
    }, reject);
  })
    .setHeaders(new Headers({ 'content-type': 'application/json' }))
    .on('error', reject)
    .end(JSON.stringify(fromAnother()));
  return promise;
}

test(
  'the limit of a network holds across processes and a restart, and other visitors are served',
  { timeout: 120_000 },
  async () => {
    await using fixture = await withFunctions();
    const env = { DATA_DIR: 'data', SUBMIT_LIMIT: `${limit}/10m`, WEBHOOK_URL: '' };
    const open = () => RunningSite.ready(fixture.root, { env });
    await using site = await open();
    for (let i = 0; i < limit; i += 1)
      expect(await submitFrom('127.0.0.4', site)).toMatchObject({ status: 201 });
    await using beside = await open();
    expect(await submitFrom('127.0.0.4', beside)).toEqual({
      status: 429,
      wait: expect.stringMatching(/^[1-9]\d*$/) as string,
    });
    expect((await submitFrom('127.0.0.5', beside)).status).toBe(201);
    site.signal('SIGTERM');
    await site.exit;
    await using restarted = await open();
    expect((await submitFrom('127.0.0.4', restarted)).status).toBe(429);
  },
);
