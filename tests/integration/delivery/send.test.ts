import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeSend, type Sent } from '../../../functions/delivery/send.ts';
import { someId } from '../../support/builders/filled-in.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import type { LookupAddress } from 'node:dns';
import type { Resolve } from '../../../functions/delivery/webhook/guard.ts';

const secret = `whsec_${Buffer.from('a secret for this test').toString('base64')}`;
const message = { id: someId, body: '{"name":"Zoë 🌳"}' };
/** Long enough for a local receiver, except in tests of the timeout. */
const ample = 10_000;
const short = 200;

interface Way {
  url?: URL | string;
  timeout?: number;
  resolve?: Resolve;
  allowPrivate?: boolean;
  secrets?: string[];
}

/** One attempt, at this receiver unless another address is given. */
function sendTo(
  receiver: Receiver,
  { url = receiver.url, allowPrivate = true, secrets = [secret], ...options }: Way = {},
): Promise<Sent> {
  const target = { url: new URL(url), secrets, allowPrivate };
  return makeSend({ timeout: ample, ...options })(message, target, new Date());
}

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.open();
  return () => receiver[Symbol.asyncDispose]();
});

const send = (way?: Way) => sendTo(receiver, way);

const resultOf = (behaviour: Behaviour, way: Way = {}): Promise<Sent> => {
  receiver.usually(behaviour);
  return send(way);
};

test('an attempt posts the body unchanged and signed', async () => {
  expect(await send()).toMatchObject({ status: 200, answer: '', retryAfter: null });
  const [arrival] = receiver.arrivals;
  expect(arrival?.body).toBe(message.body);
  expect(arrival?.headers).toMatchObject({
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'Lead-Webhooks/1.0',
    'webhook-id': someId,
  });
  const headers = arrival?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(message.body, headers)).toEqual({ name: 'Zoë 🌳' });
});

test('an attempt has no signature if there is no secret', async () => {
  await send({ secrets: [] });
  expect(receiver.arrivals[0]?.headers).toHaveProperty('webhook-timestamp');
  expect(receiver.arrivals[0]?.headers).not.toHaveProperty('webhook-signature');
});

test('an attempt reports the text of a refusal, and when to try again', async () => {
  const behaviour = { status: 429, headers: { 'retry-after': '90' }, body: 'slow\r\ndown' };
  expect(await resultOf(behaviour)).toMatchObject({
    status: 429,
    retryAfter: '90',
    answer: 'slow down',
  });
});

test.each([301, 302, 303, 307, 308])(
  'an attempt does not follow a redirect with the status %d',
  async (status) => {
    const headers = { location: `${receiver.url.origin}/elsewhere` };
    expect(await resultOf({ status, headers })).toMatchObject({ status });
    expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/hook']);
  },
);

describe('the response of a receiver', () => {
  test('is awaited until the time limit', async () => {
    expect(await resultOf('hang', { timeout: short })).toEqual({
      error: 'No answer within 0.2 s',
      ms: expect.any(Number) as number,
    });
  });

  test('is not read any further once the receiver has accepted the lead', async () => {
    const sent = await resultOf('drip-success');
    expect(sent).toMatchObject({ status: 200, answer: '' });
    expect(sent.ms).toBeLessThan(ample / 2);
    await expect.poll(() => receiver.closed).toBe(1);
  });

  test('counts as a refusal before its slow body ends', async () => {
    expect(await resultOf('drip-body', { timeout: short })).toMatchObject({
      status: 500,
      answer: expect.stringMatching(/^x+$/) as string,
    });
  });

  test('is cut off after a few kilobytes, even if it has 100 MB', async () => {
    const sent = await resultOf('huge');
    expect(sent).toMatchObject({ status: 500, answer: 'x'.repeat(300) });
    // The buffers of both sockets hold some bytes, too.
    await expect.poll(() => receiver.closed).toBe(1);
    expect(receiver.taken).toBeLessThan(20 * 1024 * 1024);
  });

  test.each(['reset', 'close', 'other-protocol'] as const)(
    'is reported in a sentence if the connection breaks off (%s)',
    async (behaviour) => {
      expect(await resultOf(behaviour)).toMatchObject({
        error: 'The connection was broken off before an answer came',
      });
    },
  );
});

describe('the webhook’s address', () => {
  const name = () => `http://hooks.example.com:${receiver.port}/hook`;
  const answering =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(addresses.map((address): LookupAddress => ({ address, family: 4 })));

  test('is looked up once, and then reused', async () => {
    const answers = ['127.0.0.1', '203.0.113.1'];
    const resolve = () => answering(answers.shift() ?? '')('');
    expect(await send({ url: name(), resolve })).toMatchObject({ status: 200 });
    expect(receiver.arrivals[0]?.headers.host).toBe(`hooks.example.com:${receiver.port}`);
    expect(answers).toEqual(['203.0.113.1']);
  });

  test.each([
    ['private', ['127.0.0.1']],
    ['private among public ones', ['8.8.8.8', '127.0.0.1']],
  ])('isn’t connected to if it turns out to be %s', async (_, addresses) => {
    const url = name().replace('http:', 'https:');
    const sent = await send({ url, resolve: answering(...addresses), allowPrivate: false });
    expect(sent).toMatchObject({ error: 'The address is not public' });
    expect(receiver.connections).toBe(0);
  });

  test('is looked up within the time of the attempt', async () => {
    const resolve = () => new Promise<LookupAddress[]>(() => undefined);
    expect(await send({ url: name(), resolve, timeout: short })).toMatchObject({
      error: 'No answer within 0.2 s',
    });
  });
});

test('an attempt never reveals a secret', async () => {
  await receiver.down();
  const url = new URL(`http://user:pass-word@127.0.0.1:${receiver.port}/path-secret?q-secret=1`);
  const ways: Way[] = [
    { url },
    { url, allowPrivate: false },
    { url, secrets: ['whsec_a-secret'] },
    { url: String(url).replace('pass-word', '%E0%A4%A') },
  ];
  for (const way of ways) {
    const sent = await send(way);
    expect(sent).toHaveProperty('error');
    expect(JSON.stringify(sent)).not.toMatch(/secret=|a-secret|path-secret|user|pass|%E0|127\./);
  }
});
