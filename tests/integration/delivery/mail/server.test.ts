import { createServer, type Socket } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sendTimeout } from '../../../../functions/delivery/send.ts';
import { listenOnLocalhost } from '../../../../scripts/serve/listen.ts';
import { MailServer, smtpError } from '../../../support/servers/mail-server.ts';
import { attemptMail, owner, sales } from '../../../support/worlds/delivery-world.ts';

let server: MailServer;
beforeEach(async () => {
  server = await MailServer.open();
  return () => server[Symbol.asyncDispose]();
});

const broken = 'The connection was broken off before an answer came';

describe('an attempt by mail', () => {
  test('quotes a server that defers one address, and reaches the other', async () => {
    server.refusals.set(sales, ['451 4.7.1 Greylisted']);
    expect(await attemptMail(server)).toMatchObject({
      status: 451,
      answer: 'sales@company.example was refused: 451 4.7.1 Greylisted',
      mailed_to: [owner],
    });
  });

  test('quotes the refusal of each address', async () => {
    server.refusals.set(sales, ['552 mailbox full']);
    server.refusals.set(owner, [`550 ${'no such user '.repeat(9)}`]);
    expect(await attemptMail(server)).toMatchObject({
      status: 552,
      answer:
        'sales@company.example was refused: 552 mailbox full; owner@company.example was refused: 550 no such user no such user no such user no such',
    });
    expect(server.mails).toEqual([]);
  });

  test('is refused if the server refuses the content', async () => {
    server.afterData.push('554 5.7.1 Looks like spam\u001b[2J');
    expect(await attemptMail(server)).toMatchObject({
      status: 554,
      answer: 'The mail was refused: 554 5.7.1 Looks like spam [2J',
    });
  });

  test('has the status of a busy server’s greeting', async () => {
    await using busy = await MailServer.open({
      onConnect: (_, done) => done(smtpError('421 Too many connections')),
    });
    expect(await attemptMail({ url: busy.url })).toMatchObject({ status: 421 });
  });
});

/** A server whose every connection behaves like this. */
async function rawServer(behave: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const raw = createServer((socket) => {
    open.add(socket.on('close', () => open.delete(socket)).on('error', () => undefined));
    behave(socket);
  });
  const port = await listenOnLocalhost(raw, 0);
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    raw.close();
  });
  return { url: `smtp://127.0.0.1:${port}`, open };
}

/** Sends this text a byte at a time, in a loop. */
const dripping = (text: string) => (socket: Socket) => {
  let index = 0;
  const timer = setInterval(() => socket.write(text[index++ % text.length] ?? ''), 10);
  socket.on('close', () => clearInterval(timer));
};

describe('an attempt by mail to a slow server', () => {
  test.each([
    ['says nothing', () => undefined],
    ['drips its greeting', dripping('220-slow\r\n')],
    ['drips its answers', dripping('220 slow\r\n')],
    [
      'is stuck after the mail',
      (socket: Socket) => {
        socket.write('220 hi\r\n');
        socket.on('data', (bytes) => {
          const said = bytes.toString();
          if (/^DATA/m.test(said)) socket.write('354 go on\r\n');
          else if (/^(EHLO|MAIL|RCPT)/.test(said)) socket.write('250 ok\r\n');
        });
      },
    ],
  ])('ends at its time limit if the server %s', async (_, behave) => {
    const { url, open } = await rawServer(behave);
    const sent = await attemptMail({ url, timeout: 300 });
    expect(sent).toMatchObject({ error: 'No answer within 0.3 s' });
    expect(sent.ms).toBeLessThan(sendTimeout);
    await expect.poll(() => open.size).toBe(0);
  });

  test('ends at its time limit if the server never starts to encrypt, or cannot be found', async () => {
    const { url } = await rawServer(() => undefined);
    const encrypted = { url: url.replace('smtp:', 'smtps:') };
    const lost = {
      url: 'smtps://mail.example',
      resolve: () => new Promise<never>(() => undefined),
    };
    for (const target of [encrypted, lost]) {
      expect(await attemptMail({ ...target, timeout: 300 })).toMatchObject({
        error: 'No answer within 0.3 s',
      });
    }
  });
});

test.each(['250 hello', '5 no'])(
  'an attempt by mail fails if the server greets with "%s"',
  async (hello) => {
    const { url } = await rawServer((socket) => socket.write(`${hello}\r\n`));
    expect(await attemptMail({ url })).toMatchObject({ status: 450 });
  },
);

test.each([
  [
    'is no mail server',
    (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
    'The answer was not SMTP',
  ],
  ['leaves at once', (socket: Socket) => socket.end(), broken],
  ['breaks off', (socket: Socket) => socket.resetAndDestroy(), broken],
])('an attempt by mail fails with a sentence if the server %s', async (_, behave, error) => {
  const { url } = await rawServer(behave);
  expect(await attemptMail({ url })).toMatchObject({ error });
});
