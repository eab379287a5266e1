import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signedHeaders } from '../../../../functions/delivery/webhook/message.ts';
import { someId } from '../../../support/builders/filled-in.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = `whsec_${Buffer.from('the secret before this one').toString('base64')}`;
const message = { id: someId, body: '{"name":"Zoë 🌳","message":null}' };
// The verifier refuses messages that are more than five minutes old.
const now = new Date();

test.each([secret, older])(
  'the signature is verified by the reference library with the same secret: %s',
  (it) => {
    const headers = signedHeaders(message, [it], now);
    expect(new Webhook(it).verify(message.body, headers)).toEqual(JSON.parse(message.body));
  },
);

test('the signature matches the specification’s example', () => {
  const body = '{"test": 2432232314}';
  const at = new Date(1614265330_000);
  expect(signedHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body }, [secret], at)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the signature verifies with either secret during a rotation', () => {
  const headers = signedHeaders(message, [secret, older], now);
  expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  for (const it of [secret, older]) {
    expect(() => new Webhook(it).verify(message.body, headers)).not.toThrow();
  }
});

describe('the reference library refuses the signature', () => {
  const headers = signedHeaders(message, [secret], now);

  test('with another secret', () => {
    expect(() => new Webhook(older).verify(message.body, headers)).toThrow();
  });

  test('with another body', () => {
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow();
  });

  test.each([{ 'webhook-id': 'other' }, { 'webhook-timestamp': String(+now / 1000 - 60) }])(
    'with %j',
    (change) => {
      const changed = { ...headers, ...change } as Record<string, string>;
      expect(() => new Webhook(secret).verify(message.body, changed)).toThrow();
    },
  );
});

test('without a secret there is no signature, but still an id and a time', () => {
  const headers = signedHeaders(message, [], now);
  expect(Object.keys(headers)).toEqual(['webhook-id', 'webhook-timestamp']);
});
