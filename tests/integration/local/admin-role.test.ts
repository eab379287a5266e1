import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { auditEntrySchema } from '../../../src/shared/audit.ts';
import { ask } from '../../support/servers/ask.ts';
import { accountOf } from '../../support/servers/fake-google.ts';
import type { FixtureSite } from '../../support/servers/fixture-site.ts';
import { firebase, startAll, withFunctions } from '../../support/servers/local-site.ts';
import { RunningSite } from '../../support/servers/running-site.ts';

const DATA_DIR = 'data';

let fixture: FixtureSite;
let site: RunningSite;

beforeAll(async () => {
  fixture = await withFunctions();
  site = startAll(fixture.root, { DATA_DIR });
  await site.ready();
  return async () => {
    await site[Symbol.asyncDispose]();
    await fixture[Symbol.asyncDispose]();
  };
}, 180_000);

describe('grant-admin and revoke-admin', () => {
  const runWith = (what: string) => async (args: string[], env: NodeJS.ProcessEnv) => {
    const command = [
      process.execPath,
      path.resolve('scripts/admin-role.ts'),
      what,
      ...args,
    ] as const;
    await using run = new RunningSite(fixture.root, {
      command,
      env: { DATA_DIR, ...env },
    });
    return { code: (await run.exit).code, said: run.output };
  };
  const grant = runWith('grant');
  const revoke = runWith('revoke');

  const actions = async () => {
    const store = openSqlite(fixture.path(DATA_DIR), console.log);
    const { entries } = await store.audit({ limit: 9 });
    await store.close();
    return entries
      .map((it) => auditEntrySchema.parse(it))
      .filter(({ by }) => by.name === 'command line')
      .map(({ by, event }) => ({ by, event }));
  };

  const PORT = () => String(site.port);
  const access = async ({ idToken }: { idToken: string }) => {
    const headers = { authorization: `Bearer ${idToken}` };
    return (await ask(site.port, '/api/access', { headers })).status;
  };
  const logIn = (email: string, password: string) =>
    firebase.ask(site.port, 'signInWithPassword', { email, password, returnSecureToken: true });
  /** Follows the link that grant-admin printed, and logs in with the new password. */
  const logInBy = async (said: string, email: string): Promise<{ idToken: string }> => {
    const [link = ''] = /^http\S+$/m.exec(said) ?? [];
    expect((await fetch(`${link}&newPassword=of-her-own`)).status).toBe(200);
    expect((await fetch(`${link}&newPassword=of-another`)).status).toBe(400);
    return JSON.parse((await logIn(email, 'of-her-own')).text) as { idToken: string };
  };

  test('give the role to the person who can read the mail, not to the one who signed up with the address', async () => {
    const email = 'sue@example.com';
    // Mallory signs up with the address that Sue will get the role for, and keeps a way to change it.
    const before = await firebase.tokens(site.port, 'signUp', 'mallory@example.com');
    await firebase.ask(site.port, 'update', { idToken: before.idToken, email });
    const wayBack = /reset your email address to mallory@example\.com, follow this link: (\S+)/;
    await site.says(wayBack);
    const mallory = await firebase.tokens(site.port, 'signInWithPassword', email);
    const { idToken } = mallory;
    const requestType = 'VERIFY_AND_CHANGE_EMAIL';
    const newEmail = 'mallory@example.org';
    await firebase.ask(site.port, 'sendOobCode', { requestType, idToken, newEmail });
    const wayOut = /from sue@example\.com to mallory@example\.org, follow this link: (\S+)/;
    await site.says(wayOut);

    const { code, said } = await grant([email], { PORT: PORT() });
    expect(code).toBe(0);
    expect(said).toMatch(
      /^sue@example\.com is an admin now\.\n.+ made .+ GMT and last used .+ GMT\./,
    );

    expect(await access(mallory)).toBe(401);
    expect((await logIn(email, 'leadwright')).status).toBe(400);
    expect(
      (await firebase.ask(site.port, 'signUp', { email, password: 'leadwright' })).status,
    ).toBe(400);
    expect((await fetch(String(wayBack.exec(site.output)?.[1]))).status).toBe(400);

    expect(await access(await logInBy(said, email))).toBe(200);
    expect(await access(mallory)).toBe(401);

    // The emulator applies the link to the new account, whose address then isn't Sue's.
    expect((await fetch(String(wayOut.exec(site.output)?.[1]))).status).toBe(200);
    const changed = JSON.parse((await logIn(newEmail, 'of-her-own')).text) as { idToken: string };
    expect(await access(changed)).toBe(403);
    // The role can be revoked although no account has its address now.
    expect((await revoke([email], { PORT: PORT() })).said).toMatch(/is not an admin any more/);
    // The role does not move to the new address, so it can be granted there.
    expect((await grant([newEmail], { PORT: PORT() })).said).toMatch(/ is an admin now\./);
  });

  test('create the account, give the role once, take it away at once, and log both', async () => {
    const email = 'boss@example.com';
    const given = await grant([email], { PORT: PORT() });
    expect(given.said).toMatch(/^boss@example\.com is an admin now\.\nSend this link to boss@/);
    const boss = await logInBy(given.said, email);
    expect(await access(boss)).toBe(200);
    const again = await grant([email], { PORT: PORT() });
    expect(again.said).toMatch(/is an admin already, so nothing was changed/);
    expect(await access(boss)).toBe(200);

    const revoked = { code: 0, said: `${email} is not an admin any more.\n` };
    expect(await revoke([email], { PORT: PORT() })).toEqual(revoked);
    expect(await access(boss)).toBe(403);
    expect((await revoke([email], { PORT: PORT() })).said).toMatch(/was not an admin/);

    const by = { uid: null, name: 'command line' };
    const user = expect.any(String) as string;
    expect((await actions()).slice(0, 2)).toEqual([
      { by, event: { action: 'revoked', user } },
      { by, event: { action: 'granted', user } },
    ]);
  });

  test('change accounts of a real project only as the person who is logged in to gcloud', async () => {
    const FIREBASE_SERVICE_ACCOUNT = accountOf('my-site');
    const env = { FIREBASE_SERVICE_ACCOUNT, PUBLIC_FIREBASE_API_KEY: 'key', PATH: fixture.root };
    expect(await grant(['sue@example.com'], env)).toEqual({
      code: 1,
      said: 'gcloud can’t be started: install it as docs/deploy.md says, then run this command again.\n',
    });
  });

  test('report each error in a sentence', async () => {
    const PORT = String(site.port);
    expect(await revoke(['nobody@example.com'], { PORT })).toEqual({
      code: 1,
      said: 'No account has the address nobody@example.com.\n',
    });
    expect(await grant(['nobody'], { PORT })).toEqual({
      code: 1,
      said: '"nobody" is not an e-mail address.\n',
    });
    expect(await grant(['ann@example.com'], { PORT: '1' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^The accounts at localhost:1 can't be read: start .+\.\n$/,
      ) as string,
    });
  });
});
