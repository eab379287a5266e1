import { expect, test } from 'vitest';
import {
  aDeployment,
  type Case,
  type Deployment,
  diagnose,
  expectFailure,
} from '../../support/servers/deployment/deployment.ts';

const setting = (variables: Deployment['env']) => (deployment: Deployment) =>
  Object.assign(deployment.env, variables);

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
    'the account of another project',
    'service account',
    /^FIREBASE_PROJECT_ID is "other".+belongs to "leadwright-live": set it/,
    setting({ FIREBASE_PROJECT_ID: 'other' }),
  ],
  [
    'an emulator',
    'service account',
    /^FIRESTORE_EMULATOR_HOST is set on a deployed site: remove it/,
    setting({ FIRESTORE_EMULATOR_HOST: 'localhost:8080' }),
  ],
  ['no limit', 'variables', /^SUBMIT_LIMIT must be/, setting({ SUBMIT_LIMIT: 'many' })],
  [
    'no privacy key',
    'variables',
    /^PRIVACY_KEY is not set.+: set it/,
    setting({ PRIVACY_KEY: '' }),
  ],
  ['no site', 'site address', /^SITE_URL is not set: set it/, setting({ SITE_URL: '' })],
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
    'indexes',
    'rules',
    'privacy key',
    'admin',
    'sign-in',
  ];
  expect(skipped).toEqual([...dependent, 'sign-up', 'authorized domains', 'API key']);
  expect(of('rules')?.detail).toBe('"service account" failed');
});
