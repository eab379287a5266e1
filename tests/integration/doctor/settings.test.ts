import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deployedVariables, localVariables } from '../../../scripts/doctor/settings.ts';
import { aDeployment, type Deployment } from '../../support/servers/deployment/deployment.ts';
import { diagnose, expectFailure, type Case } from '../../support/servers/deployment/diagnose.ts';

const setting = (variables: Deployment['env']) => (deployment: Deployment) =>
  Object.assign(deployment.env, variables);

/** The account's JSON with one change. */
const account = (different: object) => (deployment: Deployment) => {
  const { env } = deployment;
  const good = JSON.parse(env.FIREBASE_SERVICE_ACCOUNT ?? '') as object;
  env.FIREBASE_SERVICE_ACCOUNT = JSON.stringify({ ...good, ...different });
};

test('a good deployment passes every check', async () => {
  await using deployment = await aDeployment();
  const { failed, skipped, of } = await diagnose(deployment);
  expect(failed).toEqual({});
  expect(skipped).toEqual([]);
  expect(of('service account')?.detail).toBe('of the project leadwright-live');
  expect(of('submit limit')?.detail).toBe('30 from one network in 10 min');
});

test.each<Case>([
  [
    'no account',
    'service account',
    /^No storage is configured: set FIREBASE_SERVICE_ACCOUNT/,
    setting({ FIREBASE_SERVICE_ACCOUNT: undefined }),
  ],
  [
    'an account that is no JSON',
    'service account',
    /^FIREBASE_SERVICE_ACCOUNT must be the JSON/,
    setting({ FIREBASE_SERVICE_ACCOUNT: './account.json' }),
  ],
  [
    'a key that can not be read',
    'service account',
    /^FIREBASE_SERVICE_ACCOUNT must be the JSON.+a valid private_key/,
    account({ private_key: '-----BEGIN PRIVATE KEY-----\\n' }),
  ],
  [
    'the account of another project',
    'service account',
    /^FIREBASE_PROJECT_ID is "leadwright-live".+belongs to "other": set it/,
    account({ project_id: 'other' }),
  ],
  [
    'an emulator',
    'service account',
    /^FIRESTORE_EMULATOR_HOST is set on a deployed site: remove it/,
    setting({ FIRESTORE_EMULATOR_HOST: 'localhost:8080' }),
  ],
  [
    'an emulator for accounts',
    'service account',
    /^FIREBASE_AUTH_EMULATOR_HOST is set on a deployed site: remove it/,
    setting({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099' }),
  ],
  ['no limit', 'submit limit', /^SUBMIT_LIMIT must be/, setting({ SUBMIT_LIMIT: 'many' })],
  ['a short retention', 'retention', /^RETENTION_DAYS must be/, setting({ RETENTION_DAYS: '1' })],
  [
    'no privacy key',
    'privacy key',
    /^PRIVACY_KEY is not set.+: set it/,
    setting({ PRIVACY_KEY: '' }),
  ],
  ['a short privacy key', 'privacy key', /^PRIVACY_KEY must have/, setting({ PRIVACY_KEY: 'k' })],
  [
    'the webhook’s secret as privacy key',
    'privacy key',
    /^PRIVACY_KEY is also in WEBHOOK_SECRET.+: set PRIVACY_KEY/,
    (it) => setting({ PRIVACY_KEY: it.env.WEBHOOK_SECRET })(it),
  ],
  ['no site', 'site address', /^SITE_URL is not set: set it/, setting({ SITE_URL: '' })],
  [
    'a site without https',
    'site address',
    /^SITE_URL must begin with https:/,
    setting({ SITE_URL: 'http://www.leads.example' }),
  ],
  [
    'a site address with a path',
    'site address',
    /^SITE_URL must begin with https:.+end after/,
    setting({ SITE_URL: 'https://www.leads.example/home' }),
  ],
  [
    'no API key',
    'API key',
    /^PUBLIC_FIREBASE_API_KEY is not set.+: set it/,
    setting({ PUBLIC_FIREBASE_API_KEY: ' ' }),
  ],
  [
    'no auth domain',
    'auth domain',
    /^PUBLIC_FIREBASE_AUTH_DOMAIN is not set: set it/,
    setting({ PUBLIC_FIREBASE_AUTH_DOMAIN: undefined }),
  ],
  [
    'an address as auth domain',
    'auth domain',
    /^PUBLIC_FIREBASE_AUTH_DOMAIN must be a name without https:/,
    setting({ PUBLIC_FIREBASE_AUTH_DOMAIN: 'https://leadwright-live.firebaseapp.com' }),
  ],
  [
    'no webhook, without saying that none is wanted',
    'webhook',
    /^WEBHOOK_URL is not set.+: set it/,
    setting({ WEBHOOK_URL: undefined }),
  ],
  [
    'a webhook without https',
    'webhook',
    /^WEBHOOK_URL must be a full address that begins with https:/,
    setting({ WEBHOOK_URL: 'http://hooks.crm.example/path-secret' }),
  ],
  [
    'a short secret',
    'webhook',
    /^WEBHOOK_SECRET must be whsec_/,
    setting({ WEBHOOK_SECRET: 'query-secret' }),
  ],
  [
    'variables that are too large',
    'size of variables',
    /too large.+\d{4,} of 4096 bytes, \d{4} of them in FIREBASE_SERVICE_ACCOUNT.+: keep only/,
    account({ notes: 'x'.repeat(2500) }),
  ],
])('the doctor reports %s', async (...broken) => {
  await expectFailure(...broken);
});

test('the doctor skips the checks that need a failed one, and names it', async () => {
  await using deployment = await aDeployment();
  setting({ FIREBASE_SERVICE_ACCOUNT: '' })(deployment);
  const { skipped, of } = await diagnose(deployment);
  const schedule = ['schedule', 'unsent alerts', 'canary'];
  const dependent = ['account key', 'Firestore', ...schedule, 'indexes', 'rules', 'sign-in'];
  expect(skipped).toEqual([...dependent, 'authorized domains', "API key's project"]);
  expect(of('rules')?.detail).toBe('"service account" failed');
});

describe('the size', () => {
  const bytes = async (variables: Deployment['env'], dotEnv?: string) => {
    await using deployment = await aDeployment();
    for (const name of Object.keys(deployment.env)) deployment.env[name] = undefined;
    setting(variables)(deployment);
    deployment.world.read = () => Promise.resolve(dotEnv);
    const { of } = await diagnose(deployment);
    return Number(/^\d+/.exec(of('size of variables')?.detail ?? '')?.[0]);
  };

  test('is the size of the JSON that Lambda measures, with the variables that Netlify adds', async () => {
    const ofNetlify = { URL: '', SITE_ID: '-'.repeat(36), SITE_NAME: '-'.repeat(63) };
    const set = { FIREBASE_SERVICE_ACCOUNT: '{"é":"\\n"}' };
    const measured = Buffer.byteLength(JSON.stringify({ ...set, ...ofNetlify }));
    expect(await bytes(set)).toBe(measured);
  });

  test('counts the other variables of .env, but no local ones', async () => {
    const none = await bytes({});
    const local = { PORT: '1234', DATA_DIR: '/var/x', PATH: '/usr/bin' };
    expect(await bytes(local, 'PORT=1234\nDATA_DIR=/var/x\n')).toBe(none);
    expect(await bytes({ OTHER: 'x' }, 'OTHER=x\n')).toBe(none + ',"OTHER":"x"'.length);
  });

  test('covers every variable of docs/environment.md', () => {
    const text = readFileSync('docs/environment.md', 'utf8');
    const rows = text.split('\n').filter((it) => it.startsWith('| `'));
    const told = rows.flatMap((row) => (row.split('|')[1] ?? '').match(/[A-Z_]{3,}/g) ?? []);
    expect(told.length).toBeGreaterThan(5);
    expect([...deployedVariables, ...localVariables].toSorted()).toEqual(told.toSorted());
  });
});
