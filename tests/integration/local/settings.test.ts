import { createServer } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import { isSentence } from '../../../scripts/command.ts';
import { parseEnv } from '../../../functions/env.ts';
import { usesRealAccounts } from '../../../scripts/local/environment.ts';
import { withStore } from '../../../scripts/local/with-store.ts';
import { listenOnLocalhost, parsePort } from '../../../scripts/serve/listen.ts';
import { ask } from '../../support/servers/ask.ts';
import { accountOf } from '../../support/servers/fake-google.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { startAll, withFunctions } from '../../support/servers/local-site.ts';
import { endWaitsAtOnce } from '../../support/worlds/each-engine.ts';

const account = accountOf('a-real-one');
const WEBHOOK_URL = 'https://crm.example';
const real = { FIREBASE_SERVICE_ACCOUNT: account, PUBLIC_FIREBASE_API_KEY: 'k' };

let fixture: FixtureSite;

beforeEach(async () => {
  fixture = await withFunctions();
  return () => fixture[Symbol.asyncDispose]();
});

test.each<[RegExp, Record<string, string>]>([
  [
    /^FIREBASE_SERVICE_ACCOUNT is set and PUBLIC_FIREBASE_API_KEY is not: .+\.$/,
    { FIREBASE_SERVICE_ACCOUNT: account },
  ],
  [
    /^PUBLIC_FIREBASE_API_KEY is set and FIREBASE_SERVICE_ACCOUNT is not: .+\.$/,
    { PUBLIC_FIREBASE_API_KEY: 'k' },
  ],
  [
    /^FIREBASE_SERVICE_ACCOUNT and FIREBASE_AUTH_EMULATOR_HOST are both set: .+\.$/,
    { ...real, FIREBASE_AUTH_EMULATOR_HOST: 'localhost:1' },
  ],
  [/^PORT must be .+\.$/, { PORT: 'http' }],
])('a wrong setting is refused in a sentence: %s', (sentence, env) => {
  const start = () => [usesRealAccounts(env), parsePort(env['PORT'])];
  expect(start).toThrow(sentence);
  expect(start).toThrow(expect.toSatisfy(isSentence));
});

test('settings are read from .env, but variables of the shell win, and a Firebase project needs no emulator', async () => {
  // Notepad saves files with a byte order mark.
  await fixture.write({ '.env': '\uFEFFWEBHOOK_URL=ftp://from.file' });
  await using wrong = startAll(fixture.root);
  expect(await wrong.exit).toEqual({ code: 1, signal: null });
  expect(wrong.output).toMatch(/^WEBHOOK_URL must be .+\.\n$/);

  await using site = startAll(fixture.root, { ...real, WEBHOOK_URL });
  await site.ready();
  expect(site.output).toBe(`ready on http://localhost:${String(site.port)}\n`);
  expect(await ask(site.port, '/identitytoolkit.googleapis.com/v1/projects')).toMatchObject({
    status: 404,
  });
});

test('the site is not ready until the configured emulator answers', async () => {
  const silent = createServer((_, response) => response.destroy());
  const host = `127.0.0.1:${await listenOnLocalhost(silent, 0)}`;
  await using site = startAll(fixture.root, { FIREBASE_AUTH_EMULATOR_HOST: host });
  expect(await site.exit).toEqual({ code: 1, signal: null });
  silent.close();
  expect(site.output).toBe(
    `The Auth emulator at ${host} can't be used: start it, or remove FIREBASE_AUTH_EMULATOR_HOST and npm start brings its own.\n`,
  );
});

test('a Firestore emulator that does not answer is refused in a sentence', async () => {
  endWaitsAtOnce();
  const { storage } = parseEnv({ FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' });
  const asked = withStore(storage, (store) => store.grantRole('demo', 'admin'));
  await expect(asked).rejects.toThrow(
    /^The Firestore emulator at 127\.0\.0\.1:1 can't be used \(.+\): start it, or remove FIRESTORE_EMULATOR_HOST\.$/,
  );
});

test.each<[Record<string, string>, string]>([
  [{ data: 'x' }, 'this is not a folder'],
  [{ 'data/leadwright.db': 'no database' }, 'file is not a database'],
])('a DATA_DIR that can’t be used is refused in a sentence: %j', async (files, reason) => {
  await fixture.write(files);
  const DATA_DIR = fixture.path('data');
  const opened = withStore(parseEnv({ DATA_DIR }).storage, () => Promise.resolve());
  await expect(opened).rejects.toThrow(
    `The database in ${DATA_DIR} can't be opened or written (${reason}): set DATA_DIR to a folder that you may write to, or move leadwright.db out of it.`,
  );
});
