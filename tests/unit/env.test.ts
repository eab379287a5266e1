import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseEnv } from '../../functions/env.ts';
import { siteDeps } from '../../functions/live.ts';
import { ConfigError } from '../../functions/settings/variables.ts';

const account = {
  project_id: 'leadwright-live',
  client_email: 'functions@example.com',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string,
};
const FIREBASE_SERVICE_ACCOUNT = JSON.stringify(account);
const connection = {
  projectId: account.project_id,
  clientEmail: account.client_email,
  privateKey: account.private_key,
};
const netlify = { AWS_LAMBDA_FUNCTION_NAME: 'submit-contact' };
const secret = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

describe('storage', () => {
  test('is a file on a developer’s machine', () => {
    expect(parseEnv({}).storage).toEqual({ engine: 'sqlite', folder: '.data' });
    expect(parseEnv({ DATA_DIR: '/var/x' }).storage).toMatchObject({ folder: '/var/x' });
  });

  test('is Firestore if there is a service account', () => {
    for (const env of [{}, netlify, { NETLIFY: 'true' }]) {
      expect(parseEnv({ ...env, FIREBASE_SERVICE_ACCOUNT }).storage).toEqual({
        engine: 'firestore',
        connection,
      });
    }
  });

  test('is the emulator if one is named', () => {
    const FIRESTORE_EMULATOR_HOST = '127.0.0.1:8080';
    expect(parseEnv({ FIRESTORE_EMULATOR_HOST, FIREBASE_SERVICE_ACCOUNT }).storage).toEqual({
      engine: 'firestore',
      connection: { emulatorHost: FIRESTORE_EMULATOR_HOST, projectId: 'demo-leadwright' },
    });
  });

  test.each([{ NETLIFY: 'true' }, netlify, { LAMBDA_TASK_ROOT: '/var/task' }])(
    'is never a temporary file on a deployed site: %j',
    (env) => {
      expect(() => parseEnv(env)).toThrow(ConfigError);
      expect(() => parseEnv(env)).toThrow(/set FIREBASE_SERVICE_ACCOUNT/);
    },
  );
});

describe('the submit limit', () => {
  test('is thirty in ten minutes by default', () => {
    expect(parseEnv({}).limit).toEqual({ count: 30, windowMs: 600_000 });
    expect(parseEnv({ SUBMIT_LIMIT: '' }).limit).toEqual({ count: 30, windowMs: 600_000 });
    expect(parseEnv({ SUBMIT_LIMIT: '5/1h' }).limit).toEqual({ count: 5, windowMs: 3_600_000 });
  });

  test.each(['many', '30', '0/1m', '30/1d'])(
    'can’t be %j, and the error says what it can be',
    (it) => {
      expect(() => parseEnv({ SUBMIT_LIMIT: it })).toThrow(
        new ConfigError(
          'SUBMIT_LIMIT must be a count, a slash and a number of s, m or h, as in 30/10m: at most 5000 in at most 24h.',
        ),
      );
    },
  );

  test('counts hashes made with a key that is not in the store', () => {
    expect(parseEnv({ FIREBASE_SERVICE_ACCOUNT }).keySource).toEqual({
      privateKey: account.private_key,
    });
    expect(parseEnv({ DATA_DIR: '/var/x' }).keySource).toEqual({ folder: '/var/x' });
  });
});

describe('sign-in', () => {
  test('uses the project of the service account', () => {
    expect(parseEnv({ FIREBASE_SERVICE_ACCOUNT }).auth).toEqual({
      projectId: 'leadwright-live',
      account: connection,
    });
  });

  test('uses the emulator if one is named, and a demo project without settings', () => {
    const env = { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:9099', FIREBASE_PROJECT_ID: 'demo-x' };
    expect(parseEnv(env).auth).toEqual({ projectId: 'demo-x', account: undefined });
    expect(parseEnv({}).auth).toEqual({ projectId: 'demo-leadwright', account: undefined });
  });
});

describe('the webhook', () => {
  test('is off if it is empty, and on a developer’s machine if it is not set', () => {
    const deployed = { ...netlify, FIREBASE_SERVICE_ACCOUNT };
    expect(parseEnv({}).webhook).toEqual({ state: 'off' });
    expect(parseEnv({ WEBHOOK_URL: '' }).webhook).toEqual({ state: 'off' });
    expect(parseEnv({ ...deployed, WEBHOOK_URL: '' }).webhook).toEqual({ state: 'off' });
  });

  test('is missing if a deployed site does not set it', () => {
    const deployed = { ...netlify, FIREBASE_SERVICE_ACCOUNT };
    expect(parseEnv(deployed).webhook).toEqual({ state: 'missing' });
    expect(parseEnv({ ...deployed, WEBHOOK_URL: undefined }).webhook).toEqual({ state: 'missing' });
  });

  test('has as many secrets as a rotation needs', () => {
    const env = {
      WEBHOOK_URL: 'https://hooks.example.com/x',
      WEBHOOK_SECRET: `${secret(24)}  ${secret(64)}`,
    };
    expect(parseEnv(env).webhook).toMatchObject({
      state: 'set',
      target: {
        url: new URL('https://hooks.example.com/x'),
        secrets: [secret(24), secret(64)],
      },
    });
  });

  test('may be plain http on a developer’s machine, and nowhere else', () => {
    const env = { WEBHOOK_URL: 'http://localhost:9000/' };
    expect(parseEnv(env).webhook).toMatchObject({
      target: { url: new URL('http://localhost:9000/'), allowPrivate: true },
    });
    expect(() => parseEnv({ ...env, ...netlify, FIREBASE_SERVICE_ACCOUNT })).toThrow(
      /WEBHOOK_URL must be a full address that begins with https:/,
    );
  });
});

describe('the privacy key', () => {
  test('is a long text, without spaces around it', () => {
    expect(parseEnv({}).privacyKey).toBeUndefined();
    expect(parseEnv({ PRIVACY_KEY: ' ' }).privacyKey).toBeUndefined();
    expect(parseEnv({ PRIVACY_KEY: `${'k'.repeat(32)}\n` }).privacyKey).toBe('k'.repeat(32));
  });

  test('can’t be shorter than 32 characters', () => {
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
  [{ FIREBASE_SERVICE_ACCOUNT: '{"project_id":"x"}' }, /FIREBASE_SERVICE_ACCOUNT must be the JSON/],
  [
    { FIREBASE_SERVICE_ACCOUNT: FIREBASE_SERVICE_ACCOUNT.replaceAll('\\n', '\\\\n') },
    /a valid private_key/,
  ],
  [{ FIREBASE_SERVICE_ACCOUNT, FIREBASE_PROJECT_ID: 'other' }, /belongs to "leadwright-live"/],
  [{ WEBHOOK_URL: 'hooks.example.com' }, /WEBHOOK_URL/],
  [{ WEBHOOK_URL: 'ftp://example.com' }, /WEBHOOK_URL/],
  [{ WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: 'hunter2' }, /WEBHOOK_SECRET must be/],
  [{ WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: secret(23) }, /WEBHOOK_SECRET must be/],
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

test('a command’s canary follows CANARY_DELIVER, also from a file that was read late', () => {
  const { canary } = siteDeps(parseEnv({ CANARY_DELIVER: '1' }));
  expect(canary).toEqual({ isOn: false, delivers: true });
  expect(parseEnv({ ...netlify, FIREBASE_SERVICE_ACCOUNT, CANARY_DELIVER: 'yes' }).canary).toEqual({
    isOn: true,
    delivers: false,
  });
});
