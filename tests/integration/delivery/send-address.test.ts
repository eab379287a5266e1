import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Resolve } from '../../../functions/delivery/webhook/guard.ts';
import { Receiver } from '../../support/servers/receiver.ts';
import { sendTo, short, type Way } from '../../support/worlds/send-world.ts';

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.open();
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
});

const send = (way?: Way) => sendTo(receiver, way);

describe('the webhook’s address', () => {
  const name = () => `http://hooks.example.com:${receiver.port}/hook`;
  const answering =
    (...addresses: string[]): Resolve =>
    () =>
      Promise.resolve(addresses.map((address): LookupAddress => ({ address, family: 4 })));

  test('is found by its name', async () => {
    const url = `http://localhost:${receiver.port}/hook`;
    expect(await send({ url })).toMatchObject({ status: 200 });
  });

  test('is looked up once, and then used', async () => {
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

  test.each(['127.0.0.1', '[::ffff:127.0.0.1]', '2130706433', '127.1'])(
    'is refused if it is private and written in the URL: %s',
    async (host) => {
      const url = `https://${host}:${receiver.port}/`;
      expect(await send({ url, allowPrivate: false })).toMatchObject({
        error: 'The address is not public',
      });
      expect(receiver.connections).toBe(0);
    },
  );

  test('must be https', async () => {
    expect(await send({ url: name(), allowPrivate: false })).toMatchObject({
      error: 'The address must begin with https://',
    });
  });

  test('gets a sentence if it can’t be found', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
    expect(await send({ url: name(), resolve })).toMatchObject({
      error: 'The address could not be found',
    });
  });

  test('is looked up for at most the time of the attempt', async () => {
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
