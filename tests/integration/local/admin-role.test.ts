import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../../../functions/store/sqlite/engine.ts';
import { auditEntrySchema } from '../../../src/shared/audit.ts';
import { ask } from '../../support/servers/ask.ts';
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
}, 180_000);

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await fixture[Symbol.asyncDispose]();
});

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

  test('give the role only to a verified address, take it away at once, and log both', async () => {
    const email = 'boss@example.com';
    const PORT = String(site.port);
    const { idToken, localId: user } = await firebase.tokens(site.port, 'signUp', email);
    const question = { headers: { authorization: `Bearer ${idToken}` } };
    const access = async () => (await ask(site.port, '/api/access', question)).status;

    expect(await grant([email], { PORT })).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^The address boss@example\.com is not verified: .+\n$/,
      ) as string,
    });
    expect(await access()).toBe(403);
    expect(await actions()).toEqual([]);

    await firebase.ask(site.port, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
    const link = new RegExp(`verify the email address ${email}, follow this link: (\\S+)`);
    await site.says(link);
    await fetch(String(link.exec(site.output)?.[1]));
    const granted = { code: 0, said: `${email} is an admin now.\n` };
    expect(await grant([email], { PORT })).toEqual(granted);
    expect(await access()).toBe(200);
    expect((await grant([email], { PORT })).said).toMatch(/is an admin already/);

    const revoked = { code: 0, said: `${email} is not an admin any more.\n` };
    expect(await revoke([email], { PORT })).toEqual(revoked);
    expect(await access()).toBe(403);
    expect((await revoke([email], { PORT })).said).toMatch(/was not an admin/);

    const by = { uid: null, name: 'command line' };
    expect(await actions()).toEqual([
      { by, event: { action: 'revoked', user } },
      { by, event: { action: 'granted', user } },
    ]);
  });

  test('say what is wrong', async () => {
    const PORT = String(site.port);
    expect(await grant(['nobody@example.com'], { PORT })).toEqual({
      code: 1,
      said: 'No account has the address nobody@example.com: sign up with it at /auth first.\n',
    });
    expect(await grant(['nobody'], { PORT })).toEqual({
      code: 1,
      said: '"nobody" is not an e-mail address.\n',
    });
    for (const run of [grant, revoke])
      for (const args of [[], ['a@example.com', 'b@example.com'], ['--force', 'a@example.com']])
        expect(await run(args, { PORT })).toMatchObject({
          code: 2,
          said: expect.stringMatching(/^Name one account: /) as string,
        });
    for (const run of [grant, revoke])
      expect(await run(['a@example.com', '--env', 'nothing'], { PORT })).toEqual({
        code: 1,
        said: 'nothing can’t be read: check its name.\n',
      });
    expect(await grant(['ann@example.com'], { PORT: '1' })).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^The accounts at localhost:1 can't be read: start .+\.\n$/,
      ) as string,
    });
  });
});
