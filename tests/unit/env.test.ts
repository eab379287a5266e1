import { describe, expect, test, vi } from 'vitest';
import { parseEnv, settingsIn } from '../../functions/env.ts';
import { siteDeps } from '../../functions/live.ts';
import { accountOf } from '../support/servers/fake-google.ts';
import { ConfigError } from '../../functions/unavailable.ts';

const FIREBASE_SERVICE_ACCOUNT = accountOf('leadwright-live');
const account = JSON.parse(FIREBASE_SERVICE_ACCOUNT) as Record<string, string>;
const connection = {
  projectId: account.project_id,
  clientEmail: account.client_email,
  privateKey: account.private_key,
};
const netlify = { AWS_LAMBDA_FUNCTION_NAME: 'submit-contact' };

describe('the store', () => {
  test('is a file on a developer’s machine', () => {
    expect(parseEnv({}).storage).toEqual({ engine: 'sqlite', folder: '.data' });
    expect(parseEnv({ DATA_DIR: '/var/x' }).storage).toMatchObject({ folder: '/var/x' });
  });

  test.each([{ NETLIFY: 'true' }, netlify, { LAMBDA_TASK_ROOT: '/var/task' }])(
    'is never a temporary file on a deployed site: %j',
    (env) => {
      expect(() => parseEnv(env)).toThrow(ConfigError);
      expect(() => parseEnv(env)).toThrow(/set FIREBASE_SERVICE_ACCOUNT/);
    },
  );
});

describe('sign-in', () => {
  test('uses the project of the service account', () => {
    expect(parseEnv({ FIREBASE_SERVICE_ACCOUNT }).auth).toEqual({
      projectId: 'leadwright-live',
      account: connection,
    });
  });

  test('uses the emulator if one is set, and a demo project without settings', () => {
    const env = { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099', FIREBASE_PROJECT_ID: 'demo-x' };
    expect(parseEnv(env).auth).toEqual({ projectId: 'demo-x', account: undefined });
    expect(parseEnv({}).auth).toEqual({ projectId: 'demo-leadwright', account: undefined });
  });
});

describe('the privacy key', () => {
  test('is a long text without surrounding spaces', () => {
    expect(parseEnv({}).privacyKey).toBeUndefined();
    expect(parseEnv({ PRIVACY_KEY: ' ' }).privacyKey).toBeUndefined();
    expect(parseEnv({ PRIVACY_KEY: `${'k'.repeat(32)}\n` }).privacyKey).toBe('k'.repeat(32));
  });

  test('has at least 32 characters', () => {
    expect(() => parseEnv({ PRIVACY_KEY: 'k'.repeat(31) })).toThrow(
      'PRIVACY_KEY must have at least 32 characters: make one with openssl rand -hex 32.',
    );
  });
});

describe('retention', () => {
  test('is off unless it is set to a number of days', () => {
    expect(parseEnv({}).retentionDays).toBeUndefined();
    expect(parseEnv({ RETENTION_DAYS: '' }).retentionDays).toBeUndefined();
    expect(parseEnv({ RETENTION_DAYS: '14' }).retentionDays).toBe(14);
    expect(parseEnv({ RETENTION_DAYS: '730' }).retentionDays).toBe(730);
  });

  test.each(['0', '6', '-30', '1.5', '3651', '1e3', 'a year', '30 '])('can not be %j', (days) => {
    expect(() => parseEnv({ RETENTION_DAYS: days })).toThrow(
      'RETENTION_DAYS must be a whole number of days from 14 to 3650, or not set.',
    );
  });
});

test.each([
  [{ FIREBASE_SERVICE_ACCOUNT: '{' }, /FIREBASE_SERVICE_ACCOUNT must be the JSON/],
  [
    { FIREBASE_SERVICE_ACCOUNT: FIREBASE_SERVICE_ACCOUNT.replaceAll('\\n', '\\\\n') },
    /a valid private_key/,
  ],
  [{ FIREBASE_SERVICE_ACCOUNT, FIREBASE_PROJECT_ID: 'other' }, /belongs to "leadwright-live"/],
  [{ WEBHOOK_URL: 'hooks.example.com' }, /WEBHOOK_URL/],
  [{ WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: 'hunter2' }, /WEBHOOK_SECRET must be/],
  [{ OPT_OUT_SECRET: 'hunter2' }, /OPT_OUT_SECRET must be whsec_/],
  [{ ...netlify, FIRESTORE_EMULATOR_HOST: 'x:1' }, /FIRESTORE_EMULATOR_HOST is set on a deployed/],
  [
    { ...netlify, FIREBASE_SERVICE_ACCOUNT, FIREBASE_AUTH_EMULATOR_HOST: 'x:1' },
    /FIREBASE_AUTH_EMULATOR_HOST is set on a deployed/,
  ],
])('the error for a wrong setting is a sentence without secrets: %j', (env, sentence) => {
  expect(() => parseEnv(env)).toThrow(sentence);
  expect(() => parseEnv(env)).toThrow(ConfigError);
  expect(() => parseEnv(env)).not.toThrow(/hunter2|whsec_B|PRIVATE KEY-/);
});

describe('the alert settings', () => {
  const alertsIn = (env: Parameters<typeof settingsIn>[0]) => settingsIn(env).alerts;

  test('keep each valid address, and send from the address of the site', () => {
    const { targets, ...alerts } = alertsIn({
      ...netlify,
      ALERT_URL: ' https://a.example/x bob@examplecom  https://b.example/y',
      ALERT_WAITING_HOURS: '0',
      ALERT_HELD_HOURS: '9',
      ALERT_SILENCE: 'off',
      URL: 'https://x.netlify.app',
      SITE_URL: 'https://www.example.com',
    });
    expect(targets.map(({ url, allowPrivate }) => [url.href, allowPrivate])).toEqual([
      ['https://a.example/x', false],
      ['https://b.example/y', false],
    ]);
    expect(alerts).toMatchObject({
      waitingHours: 0,
      heldHours: 9,
      watchesSilence: false,
      site: 'https://www.example.com',
      wrong: [expect.stringContaining('ALERT_URL must')],
    });
  });

  test.each(['www.example.com', 'localhost:8888', 'mailto:me@example.com', 'file:///srv'])(
    'link to the address that Netlify knows, and say what is wrong, if SITE_URL is "%s"',
    (SITE_URL) => {
      const URL = 'https://x.netlify.app';
      const wrong = ['SITE_URL must be a full address, as in https://www.example.com.'];
      expect(alertsIn({ SITE_URL, URL })).toMatchObject({ site: URL, wrong });
      expect(alertsIn({ SITE_URL, PORT: '9000' }).site).toBe('http://localhost:9000');
    },
  );

  test('require https on a deployed site', () => {
    expect(alertsIn({ ALERT_URL: 'http://a.example', ...netlify }).wrong).toEqual([
      expect.stringContaining('ALERT_URL must be'),
    ]);
  });
});

describe('a site with wrong settings', () => {
  const opened = (env: Parameters<typeof settingsIn>[0]) => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    return { deps: siteDeps(settingsIn(env)), log: () => printed.mock.calls.join('\n') };
  };

  test('runs without them, and its log and alerts say what is wrong', () => {
    const wrong = {
      SUBMIT_LIMIT: 'many',
      RETENTION_DAYS: '6',
      PRIVACY_KEY: 'short',
      ALERT_URL: 'ftp://example.com',
      ALERT_WAITING_HOURS: 'four',
      ALERT_HELD_HOURS: '-1',
      ALERT_SILENCE: 'on',
      NOTICE_TO: 'ftp://example.com',
      RIGHTS_URL: 'texting.example',
    };
    const { deps, log } = opened({ ...wrong, WEBHOOK_URL: 'ftp://example.com' });
    expect(deps).toMatchObject({
      webhook: { state: 'wrong' },
      retentionDays: undefined,
      personHash: undefined,
      alerts: { targets: [], waitingHours: 4, heldHours: 4, watchesSilence: true },
    });
    const names = deps.alerts.wrong.map((sentence) => sentence.split(' ')[0] ?? '');
    expect(names.toSorted()).toEqual(Object.keys(wrong).toSorted());
    for (const name of [...names, 'WEBHOOK_URL']) expect(log()).toContain(`${name} must`);
  });

  test('keeps the leads when it is deployed without a webhook, and asks for one', () => {
    const { deps, log } = opened({ ...netlify, FIREBASE_SERVICE_ACCOUNT });
    expect(deps).toMatchObject({ webhook: { state: 'missing' }, alerts: { wrong: [] } });
    expect(log()).toContain('WEBHOOK_URL is not set: leads are stored and wait until it is.');
  });

  test('refuses every call without a store, and logs what to set', async () => {
    const { deps, log } = opened({ ...netlify, WEBHOOK_URL: '' });
    for (const call of [deps.store(), deps.verify('a token'), deps.keyedHash('a text')])
      await expect(call).rejects.toThrow(ConfigError);
    expect(log()).toContain('No storage is configured: set FIREBASE_SERVICE_ACCOUNT');
  });
});
