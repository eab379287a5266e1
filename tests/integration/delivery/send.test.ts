import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeSend, type Sent } from '../../../functions/delivery/webhook/post.ts';
import { someId } from '../../support/builders/filled-in.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import {
  ample,
  message,
  secret,
  sendTo,
  short,
  type Way,
} from '../../support/worlds/send-world.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.open();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
});

const send = (way?: Way) => sendTo(receiver, way);

const told = (behaviour: Behaviour, way: Way = {}): Promise<Sent> => {
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

test('an attempt says how long it took, answered or not', async () => {
  for (const behaviour of [{ status: 200 }, 'reset'] satisfies Behaviour[]) {
    const began = performance.now();
    const { ms } = await told(behaviour);
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(Math.ceil(performance.now() - began));
  }
});

test('an attempt has no signature if there is no secret', async () => {
  await send({ secrets: [] });
  expect(receiver.arrivals[0]?.headers).toHaveProperty('webhook-timestamp');
  expect(receiver.arrivals[0]?.headers).not.toHaveProperty('webhook-signature');
});

test.each([200, 201, 204, 400, 404, 410, 500, 503])(
  'an attempt reports the status %d',
  async (status) => {
    expect(await told({ status })).toMatchObject({ status });
  },
);

test('an attempt reports the text of a refusal, and when to try again', async () => {
  const behaviour = { status: 429, headers: { 'retry-after': '90' }, body: 'slow\r\ndown' };
  expect(await told(behaviour)).toMatchObject({
    status: 429,
    retryAfter: '90',
    answer: 'slow down',
  });
});

test('an attempt posts, and reads an answer that comes in parts', async () => {
  const methods: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    methods.push(request.method);
    response.statusCode = 422;
    response.write('no ', () => setImmediate(() => response.end('room')));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ answer: 'no room' });
  expect(methods).toEqual(['POST']);
  server.close();
});

test.each([301, 302, 303, 307, 308])('an attempt doesn’t follow a %d', async (status) => {
  const headers = { location: `${receiver.url.origin}/elsewhere` };
  expect(await told({ status, headers })).toMatchObject({ status });
  expect(receiver.arrivals.map(({ path }) => path)).toEqual(['/hook']);
});

describe('a receiver that', () => {
  test('never answers gets no more than its time', async () => {
    expect(await told('hang', { timeout: short })).toEqual({
      error: 'No answer within 0.2 s',
      ms: expect.any(Number) as number,
    });
  });

  test('has less time if the attempt has less, and never more', async () => {
    receiver.usually('hang');
    const target = { url: receiver.url, secrets: [], allowPrivate: true };
    const within = async (timeout: number, limit: number) =>
      makeSend({ timeout })(message, target, new Date(), limit);
    expect(await within(ample, short)).toMatchObject({ error: 'No answer within 0.2 s' });
    expect(await within(short, ample)).toMatchObject({ error: 'No answer within 0.2 s' });
  });

  test('drips its headers gets no more than its time', async () => {
    expect(await told('drip', { timeout: short })).toMatchObject({
      error: 'No answer within 0.2 s',
    });
  });

  test('took the lead is not read any further', async () => {
    const sent = await told('drip-success');
    expect(sent).toMatchObject({ status: 200, answer: '' });
    expect(sent.ms).toBeLessThan(ample / 2);
    await expect.poll(() => receiver.closed).toBe(1);
  });

  test('drips its refusal has answered, and isn’t waited for', async () => {
    expect(await told('drip-body', { timeout: short })).toMatchObject({
      status: 500,
      answer: expect.stringMatching(/^x+$/) as string,
    });
  });

  test('breaks off in the middle of its answer has answered', async () => {
    expect(await told('reset-body')).toMatchObject({ status: 500 });
  });

  test('answers with 100 MB is cut off after a few kilobytes', async () => {
    const sent = await told('huge');
    expect(sent).toMatchObject({ status: 500, answer: 'x'.repeat(300) });
    // The buffers of both sockets take some, too.
    await expect.poll(() => receiver.closed).toBe(1);
    expect(receiver.taken).toBeLessThan(20 * 1024 * 1024);
  });

  test.each(['reset', 'close', 'other-protocol'] as const)(
    'breaks off (%s) is reported in a sentence',
    async (behaviour) => {
      expect(await told(behaviour)).toMatchObject({
        error: 'The connection was broken off before an answer came',
      });
    },
  );

  test('doesn’t speak HTTP is reported in a sentence', async () => {
    expect(await told('not-http')).toMatchObject({ error: 'The answer was not HTTP' });
  });

  test('sends endless headers is reported in a sentence', async () => {
    const headers = { 'x-long': 'x'.repeat(20_000) };
    expect(await told({ status: 200, headers })).toMatchObject({
      error: 'The headers of the answer are too large',
    });
  });

  test('is down is reported in a sentence', async () => {
    await receiver.down();
    expect(await send()).toMatchObject({ error: 'The connection was refused' });
  });

  test('doesn’t speak TLS is reported in a sentence', async () => {
    const url = String(receiver.url).replace('http:', 'https:');
    expect(await send({ url })).toMatchObject({ error: 'The connection could not be encrypted' });
  });

  test('accepts the connection and never speaks TLS gets no more than its time', async () => {
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const sockets: { destroy: () => unknown }[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    expect(await send({ url: `https://127.0.0.1:${port}/`, timeout: short })).toMatchObject({
      error: 'No answer within 0.2 s',
    });
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
