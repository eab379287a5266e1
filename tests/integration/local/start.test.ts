import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { anEntry } from '../../support/builders/audit.ts';
import { second } from '../../support/builders/record.ts';
import { ask } from '../../support/servers/ask.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { firebase, post, startAll, withFunctions } from '../../support/servers/local-site.ts';
import { aSubmission } from '../../support/builders/requests.ts';
import type { RunningSite } from '../../support/servers/running-site.ts';

/** Two emulators that start at the same time on a busy machine. */
const PATIENCE_MS = 180_000;

let fixture: FixtureSite;
let one: RunningSite;
let other: RunningSite;

const start = (name: string) => startAll(fixture.root, { DATA_DIR: `data-${name}` });

beforeAll(async () => {
  fixture = await withFunctions();
  [one, other] = [start('one'), start('other')];
  await Promise.all([one.ready(), other.ready()]);
  return async () => {
    await one[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  };
}, PATIENCE_MS);

const signIn = (site: RunningSite) =>
  firebase.tokens(site.port, 'signInWithPassword', 'admin@example.com');

const list = async ({ port }: RunningSite, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await ask(port, '/api/submissions', { headers });
  return (JSON.parse(answer.text) as { submissions: { id: string }[] }).submissions;
};

/** The emulator's own port, which only its links contain. */
async function emulatorOf(site: RunningSite): Promise<number> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { idToken } = await firebase.tokens(site.port, 'signUp', email);
  await firebase.ask(site.port, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  const link = new RegExp(
    `verify the email address ${email}, follow this link: http://127.0.0.1:(\\d+)/`,
  );
  await site.says(link);
  return Number(link.exec(site.output)?.[1]);
}

describe('a site that reports that it is ready', () => {
  test('has printed a line for each local service, and no other line', () => {
    expect(one.output).toBe(
      [
        'Sign in as admin@example.com with the password leadwright.',
        'Deliveries, notices and alerts arrive here and are printed.',
        `ready on http://localhost:${String(one.port)}`,
        '',
      ].join('\n'),
    );
  });

  test('delivers a lead, and prints that it was signed', async () => {
    const submission = aSubmission({ name: 'Ann Lee', company: 'Oak & Co' });
    expect(await post(one.port, '/api/submit-contact', submission)).toMatchObject({ status: 201 });
    await one.says(new RegExp(`webhook ${submission.id}: verified, from Ann Lee, Oak & Co\n`));
    await one.says(/ notice: New lead: .+, Ann\. http:\/\/localhost:\d+\/admin\?q=.+\n/);
  });

  test('lets the demo admin sign in at its own address, and shares no lead and no account with another site', async () => {
    const { id } = aSubmission();
    await post(other.port, '/api/submit-contact', aSubmission({ id }));
    const { localId, idToken } = await signIn(other);
    expect(localId).toBe('demo-admin');
    expect(await list(other, idToken)).toMatchObject([{ id }]);
    const ids = (await list(one, (await signIn(one)).idToken)).map((it) => it.id);
    expect(ids).not.toContain(id);

    await firebase.tokens(other.port, 'signUp', 'ann@example.com');
    const unknown = await firebase.ask(one.port, 'signInWithPassword', {
      email: 'ann@example.com',
      password: 'leadwright',
    });
    expect(unknown).toMatchObject({ status: 400 });
  });

  test('forwards no request that could delete all accounts', async () => {
    const answer = await ask(one.port, '/emulator/v1/projects/demo-leadwright/accounts', {
      method: 'DELETE',
    });
    expect(answer).toMatchObject({ status: 404 });
    await signIn(one);
  });

  test('writes its data to DATA_DIR, and no other file of the project', async () => {
    expect((await readdir(fixture.root)).toSorted()).toEqual([
      'data-one',
      'data-other',
      'dist',
      'netlify',
      'netlify.toml',
      'package.json',
    ]);
  });
});

test('npm start warns if PRIVACY_KEY is not the key of the do-not-contact list', async () => {
  const env = { DATA_DIR: 'data-listed' };
  const store = openSqlite(fixture.path(env.DATA_DIR), () => undefined);
  const fingerprint = 'of another key';
  const optOut = { hashes: ['a'.repeat(64)], at: second(0), how: 'admin', fingerprint } as const;
  await store.optOut(optOut, anEntry());
  await store.close();
  const host = `127.0.0.1:${String(await emulatorOf(other))}`;
  await using site = startAll(fixture.root, { ...env, FIREBASE_AUTH_EMULATOR_HOST: host });
  await site.ready();
  expect(site.output).toContain('not the one that the do-not-contact list was made with');
});

test('with mail as the destination, a mail server receives the lead and prints it', async () => {
  const host = `127.0.0.1:${String(await emulatorOf(other))}`;
  const env = {
    WEBHOOK_URL: 'mailto:you@example.com',
    NOTICE_TO: 'owner@example.com',
    FIREBASE_AUTH_EMULATOR_HOST: host,
  };
  await using site = startAll(fixture.root, { ...env, DATA_DIR: 'data-other' });
  await site.ready();
  expect(site.output).toContain('Deliveries, notices and alerts arrive here and are printed.\n');
  await post(site.port, '/api/submit-contact', aSubmission({ name: 'Ann Lee', message: 'Hi' }));
  await site.says(/ mail to you@example\.com: .+: Ann Lee\n {2}Call: /);
  await site.says(/ mail to owner@example\.com: New lead: .+, Ann\.\n/);
  await site.says(/ {2}> Hi\n[^]+\n {2}Open in the inbox: http:\/\/localhost:\d+\/admin\?q=/);
});

test('without a webhook, a lead is stored and not sent', async () => {
  const host = `127.0.0.1:${String(await emulatorOf(other))}`;
  const env = { WEBHOOK_URL: '', FIREBASE_AUTH_EMULATOR_HOST: host, DATA_DIR: 'data-other' };
  await using site = startAll(fixture.root, env);
  await site.ready();
  expect(site.output).not.toContain('arrive here');
  const { id } = aSubmission();
  await post(site.port, '/api/submit-contact', aSubmission({ id }));
  const stored = (await list(site, (await signIn(site)).idToken)).find((it) => it.id === id);
  expect(stored).toMatchObject({ delivery: { state: 'off' } });
});

describe('the Auth emulator', () => {
  const closed = async (port: number) => {
    await expect
      .poll(() =>
        ask(port, '/').then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone');
  };

  test('ends with the site on Ctrl-C', async () => {
    const emulator = await emulatorOf(one);
    one.signalGroup('SIGINT');
    expect(await one.exit).toEqual({ code: 0, signal: null });
    expect(one.stderr).toBe('');
    await closed(emulator);
  });

  test('ends with the site on kill -9', async () => {
    const emulator = await emulatorOf(other);
    other.signal('SIGKILL');
    expect(await other.exit).toEqual({ code: null, signal: 'SIGKILL' });
    await closed(emulator);
  });
});
