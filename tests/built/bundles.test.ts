import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileName } from '../../functions/store/sqlite/database.ts';
import { openSqlite } from '../../functions/store/sqlite/engine.ts';
import { openFirestore } from '../../functions/store/firestore/engine.ts';
import { noEmulator, startFirestoreEmulator } from '../support/servers/firestore-emulator.ts';
import { paths as publicPaths } from '../../functions/public.ts';
import { paths as staffPaths, routes, signedRoutes } from '../../functions/staff.ts';
import { onNetlify } from '../../scripts/test.ts';
import { api } from '../../src/shared/api.ts';
import { healthReportSchema } from '../../src/shared/health.ts';
import { callBundle, type BundleCall } from '../support/servers/call-bundle.ts';
import { MailServer } from '../support/servers/mail-server.ts';
import { packFunctions } from '../support/servers/pack-functions.ts';
import { aSubmission } from '../support/builders/requests.ts';

type Bundles = Awaited<ReturnType<typeof packFunctions>>;

let target = '';
let bundles: Bundles = [];
let emulator: Awaited<ReturnType<typeof startFirestoreEmulator>>;

// A folder outside of the repository, so that only bundled files are found.
beforeAll(async () => {
  target = await mkdtemp(join(tmpdir(), 'bundles-'));
  emulator = await startFirestoreEmulator();
  bundles = await packFunctions(process.cwd(), target, 'none');
}, 300_000);

afterAll(async () => {
  await emulator?.close();
  await rm(target, { recursive: true, force: true });
});

const doors = {
  public: { path: publicPaths },
  staff: { path: staffPaths },
  health: { path: api.health },
  tick: { schedule: '*/5 * * * *' },
  hourly: { schedule: '@hourly' },
};

test('each function is bundled for the Node version that the site is tested on', () => {
  const found = bundles.map(({ name, runtimeVersion }) => [name, runtimeVersion]).toSorted();
  expect(found).toEqual(
    Object.keys(doors)
      .toSorted()
      .map((name) => [name, 'nodejs24.x']),
  );
});

test.each(Object.entries(doors))('the bundler reads the exports of %s', async (name, door) => {
  const bundle = bundles.find((it) => it.name === name);
  const { config } = (await import(`../../netlify/functions/${name}.ts`)) as {
    config: { path?: string | string[]; schedule?: string; rateLimit?: RateLimit };
  };
  expect(config).toMatchObject(door);
  expect(bundle?.routes?.map(({ pattern }) => pattern)).toEqual([config.path ?? []].flat());
  expect(bundle?.schedule).toBe(config.schedule);
  const { rateLimitConfig, aggregate } = bundle?.trafficRules?.action.config ?? {};
  const read = rateLimitConfig && {
    windowLimit: rateLimitConfig.windowLimit,
    windowSize: rateLimitConfig.windowSize,
    aggregateBy: aggregate?.keys.map(({ type }) => type),
  };
  expect(read).toEqual(config.rateLimit);
  // Netlify rate-limits before it starts a function. Every call of staff has a token or a signature.
  const isAnonymous = config.path !== undefined && name !== 'staff';
  expect(read?.aggregateBy).toEqual(isAnonymous ? ['ip', 'domain'] : undefined);
});

interface RateLimit {
  windowLimit: number;
  windowSize: number;
  aggregateBy: string[];
}

const deployed = { AWS_LAMBDA_FUNCTION_NAME: 'any' };
const call = (name: string, calls: readonly BundleCall[], env: Record<string, string>) =>
  callBundle(join(target, name), name, calls, env);

const forged = { authorization: 'Bearer e30.e30.e30' };

test('the bundle of staff answers each of its calls', async () => {
  const calls = routes.map(([method, path]) => ({ path, method, headers: forged }));
  const answers = await call('staff', calls, { DATA_DIR: join(target, 'data') });
  expect(answers).toHaveLength(calls.length);
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 401, text: '{"error":"Please sign in."}' });
});

test('the bundle of staff refuses each unsigned call that must be signed', async () => {
  const calls = signedRoutes.map(([method, path]) => ({
    path,
    method,
    headers: forged,
    body: '{}',
  }));
  const answers = await call('staff', calls, {
    DATA_DIR: join(target, 'data'),
    OPT_OUT_SECRET: `whsec_${'A'.repeat(32)}`,
  });
  expect(answers.map(({ status }) => status)).toEqual(signedRoutes.map(() => 401));
});

test('the bundle of health reads the store', async () => {
  const token = 'a-token-of-the-tests-and-of-nobody';
  const env = { DATA_DIR: join(target, 'data-of-health'), HEALTH_TOKEN: token };
  const headers = { authorization: `Bearer ${token}` };
  const [answer] = await call('health', [{ path: api.health, headers }], env);
  expect(answer?.status).toBe(200);
  const health = healthReportSchema.parse(JSON.parse(answer?.text ?? ''));
  expect(health).toMatchObject({ store: 'reachable', version: onNetlify.COMMIT_REF });
});

test('the bundle of public shows the site’s own thank-you page, even before the site is set up', async () => {
  const answers = await call('public', [{ path: '/thank-you' }], deployed);
  const text = expect.stringMatching(/Submit Another Request(?!.*\{\{placeholder)/s) as string;
  expect(answers).toMatchObject([{ status: 200, text }]);
});

test.each(['tick', 'hourly'])('the bundle of %s opens the store', async (name) => {
  const folder = join(target, `data-of-${name}`);
  const due = { path: `/.netlify/functions/${name}`, method: 'POST', body: '{}' };
  const env = { DATA_DIR: folder, WEBHOOK_URL: 'http://127.0.0.1:9/' };
  expect(await call(name, [due], env)).toMatchObject([{ status: 204 }]);
  expect(existsSync(join(folder, fileName))).toBe(true);
});

describe('the bundle of public', () => {
  const lead = aSubmission();
  const sent = {
    path: api.submitContact,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(lead),
  };
  const plain = (body: string) => ({
    ...sent,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  });
  const thanks = [
    { status: 201, text: JSON.stringify({ id: lead.id }) },
    { status: 200, text: JSON.stringify({ id: lead.id }) },
  ];

  test('stores on SQLite, and sends mail', async () => {
    await using server = await MailServer.open();
    const folder = join(target, 'data-of-forms');
    const mail = { WEBHOOK_URL: 'mailto:sales@company.example', SMTP_URL: server.url };
    expect(await call('public', [sent, sent], { DATA_DIR: folder, ...mail })).toMatchObject(thanks);
    expect(server.mails).toMatchObject([{ to: ['sales@company.example'], id: lead.id }]);
    const store = openSqlite(folder, console.log);
    expect(await store.get(lead.id)).toMatchObject({ name: lead.name, email: lead.email });
    await store.close();
  });

  test('stores on Firestore', async ({ skip }) => {
    if (!emulator) return skip(noEmulator);
    const place = { projectId: 'demo-bundles', emulatorHost: emulator.host };
    const env = { FIREBASE_PROJECT_ID: place.projectId, FIRESTORE_EMULATOR_HOST: emulator.host };
    expect(await call('public', [sent, sent], env)).toMatchObject(thanks);
    const store = openFirestore(place, console.log);
    expect(await store.get(lead.id)).toMatchObject({ name: lead.name, email: lead.email });
    await store.close();
  });

  test('says on Netlify that no setting exists, and keeps the words of a plain form', async () => {
    const [json, page] = await call('public', [sent, plain('name=Dana')], onNetlify);
    const text = '{"error":"This site isn’t set up yet.","reason":"not-set-up"}';
    expect([json, page]).toMatchObject([{ status: 503, text }, { status: 503 }]);
    expect(page?.text).toContain('value="Dana"');
    expect(page?.text).toContain('write to us instead');
  });

  test('returns the site’s own page for each refused form', async () => {
    const calls = [{ ...plain('email=dana'), path: api.stop }, plain('name=Dana+%3Cb%3E')];
    const answers = await call('public', calls, { DATA_DIR: join(target, 'data') });
    expect(answers.map(({ status }) => status)).toEqual([422, 422]);
    const words = [
      ['Stop order', 'value="dana"'],
      ['Invalid email address', 'value="Dana &lt;b&gt;"', '<textarea'],
    ];
    for (const [i, all] of words.entries())
      for (const part of all) expect(answers[i]?.text).toContain(part);
  });
});
