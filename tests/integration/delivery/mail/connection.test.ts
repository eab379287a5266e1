import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { MailServer, smtpError } from '../../../support/servers/mail-server.ts';
import { aFolder } from '../../../support/worlds/each-engine.ts';
import { attemptMail } from '../../../support/worlds/delivery-world.ts';

let server: MailServer;
beforeEach(async () => {
  server = await MailServer.open();
  return () => server[Symbol.asyncDispose]();
});

async function certificateFor(name: string) {
  const cwd = await aFolder();
  const args = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout key -out cert`;
  execFileSync('openssl', args.split(' '), { cwd, stdio: 'pipe' });
  return { key: readFileSync(join(cwd, 'key')), cert: readFileSync(join(cwd, 'cert')) };
}

function trust({ cert }: { cert: Buffer }): void {
  const before = tls.getCACertificates();
  tls.setDefaultCACertificates([...before, cert.toString()]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
}

/** The name of every server in these tests. */
const name = 'mail.example';
const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

describe('encryption', () => {
  const encrypted = async (certificate: { key: Buffer; cert: Buffer }, secure: boolean) => {
    const server = await MailServer.open({ ...certificate, secure, disabledCommands: [] });
    onTestFinished(() => server[Symbol.asyncDispose]());
    const url = `${secure ? 'smtps' : 'smtp'}://${name}:${server.port}`;
    return { mails: server.mails, send: () => attemptMail({ url, resolve }) };
  };

  test.each([true, false])('is required and checked (from the start: %s)', async (secure) => {
    const right = await certificateFor(name);
    const { mails, send } = await encrypted(right, secure);
    expect(await send()).toMatchObject({ error: 'The certificate is not trusted' });
    trust(right);
    expect(await send()).toMatchObject({ status: 250 });
    const wrong = await certificateFor('another.example');
    trust(wrong);
    const other = await encrypted(wrong, secure);
    expect(await other.send()).toMatchObject({ error: 'The certificate is for another name' });
    expect([mails.length, other.mails.length]).toEqual([1, 0]);
  });

  test('stays required if the server offers none, except on a developer’s machine', async () => {
    expect(await attemptMail({ url: `smtp://${name}:${server.port}`, resolve })).toMatchObject({
      error: 'The mail server offers no encryption',
    });
    expect(server.mails).toEqual([]);
    expect(await attemptMail({ url: `smtp://localhost:${server.port}` })).toMatchObject({
      status: 250,
    });
  });
});

describe('signing in', () => {
  test('uses the user and the password unchanged, whatever characters they have', async () => {
    const signedIn: unknown[] = [];
    await using strict = await MailServer.open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        signedIn.push([username, password]);
        done(null, { user: username });
      },
    });
    const url = strict.url.replace(
      '//',
      `//user%40company.example:${encodeURIComponent('p/ä: @#?%')}@`,
    );
    expect(await attemptMail({ url })).toMatchObject({ status: 250 });
    expect(signedIn).toEqual([['user@company.example', 'p/ä: @#?%']]);
    expect((await strict.parsed()).from?.address).toBe('user@company.example');
  });

  test('reports a refusal without the user, the password, or text that the server repeats', async () => {
    await using strict = await MailServer.open({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) =>
        done(smtpError(`535 No ${username}:${password}`)),
    });
    const sent = await attemptMail({
      url: strict.url.replace('//', '//some-user:pass-word@'),
    });
    expect(sent).toMatchObject({ status: 535, answer: 'SMTP_URL has a wrong user or password' });
    expect(JSON.stringify(sent)).not.toMatch(/some-user|pass-word/);
  });
});

describe('the address of a mail server', () => {
  test.each(['127.0.0.1', '[::1]', '10.0.0.1', '[fe80::1]', 'localhost', '0x7f.1', '2130706433'])(
    'can’t be %s on a deployed site',
    async (host) => {
      expect(
        await attemptMail({ url: `smtp://${host}:${server.port}`, allowPrivate: false }),
      ).toMatchObject({
        error: 'The address is not public',
      });
      expect(server.connections).toBe(0);
    },
  );

  test('is looked up once, and not connected to if it is private', async () => {
    let lookups = 0;
    const turning = () => {
      lookups += 1;
      return Promise.resolve([{ address: lookups === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]);
    };
    const url = `smtp://${name}:${server.port}`;
    expect(await attemptMail({ url, resolve: turning, allowPrivate: false })).toMatchObject({
      error: 'The address is not public',
    });
    lookups = 0;
    await attemptMail({ url, resolve: turning });
    expect(lookups).toBe(1);
  });

  test('is never in the report of an attempt', async () => {
    const port = server.port;
    await server[Symbol.asyncDispose]();
    const url = `smtps://some-user:pass-word@127.0.0.1:${port}?from=secret@company.example`;
    for (const sent of [
      await attemptMail({ url }),
      await attemptMail({ url, allowPrivate: false }),
    ]) {
      expect(sent).toHaveProperty('error');
      expect(JSON.stringify(sent)).not.toMatch(/some-user|pass-word|secret|127\./);
    }
  });
});
