import { expect, test } from 'vitest';
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
  ['no limit', 'variables', /^SUBMIT_LIMIT must be/, setting({ SUBMIT_LIMIT: 'many' })],
  ['a short retention', 'variables', /^RETENTION_DAYS must be/, setting({ RETENTION_DAYS: '1' })],
  [
    'no privacy key',
    'variables',
    /^PRIVACY_KEY is not set.+: set it/,
    setting({ PRIVACY_KEY: '' }),
  ],
  ['a short privacy key', 'variables', /^PRIVACY_KEY must have/, setting({ PRIVACY_KEY: 'k' })],
  [
    'a wrong setting of alerts',
    'variables',
    /^ALERT_SILENCE must be off/,
    setting({ ALERT_SILENCE: 'on' }),
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
])('the doctor reports %s', async (...broken) => {
  await expectFailure(...broken);
});

test('the doctor skips the checks that need a failed one, and names it', async () => {
  await using deployment = await aDeployment();
  setting({ FIREBASE_SERVICE_ACCOUNT: '' })(deployment);
  const { skipped, of } = await diagnose(deployment);
  const dependent = [
    'account key',
    'Firestore',
    'schedule',
    'indexes',
    'rules',
    'admin',
    'sign-in',
  ];
  expect(skipped).toEqual([...dependent, 'authorized domains', 'API key']);
  expect(of('rules')?.detail).toBe('"service account" failed');
});
