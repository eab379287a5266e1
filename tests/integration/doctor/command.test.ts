import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { main } from '../../../scripts/doctor.ts';
import { connect } from '../../../scripts/doctor/receivers.ts';
import { Report } from '../../../scripts/doctor/findings.ts';
import { FixtureSite } from '../../support/servers/fixture-site.ts';
import {
  aDeployment,
  type Deployment,
  diagnose,
  reports,
} from '../../support/servers/deployment/deployment.ts';

const command = path.resolve('scripts/doctor.ts');
interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function run(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const { promise, resolve } = Promise.withResolvers<Run>();
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = execFile(
    process.execPath,
    [command, ...args],
    { cwd, env: { PATH, NODE_COMPILE_CACHE, ...env } },
    (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  );
  return promise;
}

test('the doctor exits with 1 if no variable is set, and lists the missing ones', async () => {
  await using folder = await FixtureSite.create({});
  const { code, stdout, stderr } = await run([], folder.root);
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  for (const name of ['FIREBASE_SERVICE_ACCOUNT', 'PRIVACY_KEY', 'SITE_URL']) {
    expect(stdout).toMatch(new RegExp(`^FAILED .+\\b${name}\\b.+$`, 'm'));
  }
  expect(stdout).toMatch(/^skipped {2}Firestore +"service account" failed$/m);
});

test('the doctor reads .env or the file of --env, but variables of the shell win', async () => {
  await using folder = await FixtureSite.create({
    '.env': 'SUBMIT_LIMIT=x\n',
    '.env.live': 'SUBMIT_LIMIT=x\nRETENTION_DAYS=1\n',
  });
  const usual = await run([], folder.root);
  expect(usual.stdout).toMatch(/^FAILED +variables +SUBMIT_LIMIT must look/m);
  const { stdout } = await run(['--env', '.env.live'], folder.root, { SUBMIT_LIMIT: '5/10m' });
  expect(stdout).toMatch(/^FAILED +variables +RETENTION_DAYS must be/m);
});

test('the doctor prints a line for each check when all pass', async () => {
  await using deployment = await aDeployment();
  const lines = vi.spyOn(console, 'log').mockReturnValue();
  expect(await main(deployment.world)).toBe(true);
  const [[printed] = []] = lines.mock.calls;
  expect(String(printed).match(/\bok\b/g)).toHaveLength(19);
  expect(printed).toMatch(/ health +the store can be reached, and the form works$/m);
});

test('the doctor prints no secret, whatever is wrong with the settings', async () => {
  await using deployment = await aDeployment();
  deployment.world.connect = connect;
  setting({
    FIREBASE_PROJECT_ID: 'other',
    ALERT_URL: '',
    NOTICE_TO: '',
    RIGHTS_URL: '',
    SITE_URL: 'http://user-secret@www.leads.example',
    WEBHOOK_URL: 'https://user-secret:pass@127.0.0.1/path-secret?key=query-secret',
  })(deployment);
  const { failed } = await diagnose(deployment);
  expect(Object.keys(failed)).toEqual(['site address', 'service account', 'webhook']);
  expect(failed.webhook).toMatch(/is not public \(127\.0\.0\.1\)/);
});

test('the doctor prints what to do after an unexpected error, without the error’s own words', async () => {
  const report = new Report();
  report.check('a', () => {
    throw new RangeError('the key is hunter2');
  });
  expect((await report.findings())[0]?.detail).toMatch(
    /^The doctor itself failed.+RangeError.+: run/,
  );
});

const setting = (variables: Deployment['env']) => (deployment: Deployment) =>
  Object.assign(deployment.env, variables);

const needAccount =
  'account key,Firestore,indexes,rules,privacy key,admin,sign-in,authorized domains,API key';

reports(
  'service account',
  {
    'no account': [
      /^No storage is configured: set FIREBASE_SERVICE_ACCOUNT/,
      setting({ FIREBASE_SERVICE_ACCOUNT: undefined }),
    ],
    'the account of another project': [
      /^FIREBASE_PROJECT_ID is "other".+belongs to "leadwright-live": set it/,
      setting({ FIREBASE_PROJECT_ID: 'other' }),
    ],
    'an emulator': [
      /^FIRESTORE_EMULATOR_HOST is set on a deployed site: remove it/,
      setting({ FIRESTORE_EMULATOR_HOST: 'localhost:8080' }),
    ],
  },
  needAccount.split(','),
);
reports('variables', {
  'no limit': [/^SUBMIT_LIMIT must look/, setting({ SUBMIT_LIMIT: 'many' })],
  'no privacy key': [/^PRIVACY_KEY is not set.+: set it/, setting({ PRIVACY_KEY: '' })],
});
reports('site address', {
  'no site': [/^SITE_URL is not set: set it/, setting({ SITE_URL: '' })],
  'a site address with a path': [
    /^SITE_URL must begin with https:.+end after/,
    setting({ SITE_URL: 'https://www.leads.example/home' }),
  ],
});
reports('webhook', {
  'no webhook, without saying that none is wanted': [
    /^WEBHOOK_URL is not set.+: set it/,
    setting({ WEBHOOK_URL: undefined }),
  ],
  'a webhook without https': [
    /^WEBHOOK_URL must be a full address that begins with https:/,
    setting({ WEBHOOK_URL: 'http://hooks.crm.example/path-secret' }),
  ],
});
