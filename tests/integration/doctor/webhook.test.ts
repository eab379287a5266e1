import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { makeSend } from '../../../functions/delivery/webhook/post.ts';
import { aDeployment, type Deployment } from '../../support/servers/deployment/deployment.ts';
import { diagnose, expectFailure, type Case } from '../../support/servers/deployment/diagnose.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';

const at = (url: string) => (deployment: Deployment) => {
  deployment.env.WEBHOOK_URL = url;
};
const resolving =
  (...addresses: string[]) =>
  ({ world }: Deployment) => {
    world.resolve = () =>
      Promise.resolve(
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
  };
const unresolved = (code: string) => (deployment: Deployment) => {
  deployment.world.resolve = () => Promise.reject(Object.assign(new Error(), { code }));
};
const receiving = (behaviour: Behaviour) => (deployment: Deployment) => {
  deployment.receiver.usually(behaviour);
};

describe('the address of the webhook', () => {
  test.each<Case>([
    [
      'a private one',
      "webhook's address",
      /is not public \(hooks\.crm\.example\): set WEBHOOK_URL to one/,
      resolving('10.1.2.3'),
    ],
    [
      'one that is private in one of two ways',
      "webhook's address",
      /is not public/,
      resolving('8.8.8.8', 'fd00::1'),
    ],
    [
      'one that is written in the URL',
      "webhook's address",
      /is not public \(127\.0\.0\.1\): set/,
      at('https://127.1/path-secret'),
    ],
    [
      'a name that does not exist',
      "webhook's address",
      /could not be found \(hooks\.crm\.example\): check whether the name/,
      unresolved('ENOTFOUND'),
    ],
    ['a name without an address', "webhook's address", /could not be found/, resolving()],
    [
      'a name server that is down',
      "webhook's address",
      /could not be looked up/,
      unresolved('EAI_AGAIN'),
    ],
  ])('is refused for %s, and nothing is sent there', async (...broken) => {
    expect((await expectFailure(...broken)).skipped).toEqual(['test event']);
  });

  test.each(['https://8.8.8.8/path-secret', 'https://[2606:4700::1111]/path-secret'])(
    'may be an IP address: %s',
    async (url) => {
      await using deployment = await aDeployment();
      at(url)(deployment);
      deployment.world.resolve = () => Promise.reject(new Error('nothing to look up'));
      expect((await diagnose(deployment)).failed).toEqual({});
    },
  );
});

describe('the test event', () => {
  test('is signed and marked as a test', async () => {
    await using deployment = await aDeployment();
    const { of } = await diagnose(deployment);
    expect(of('test event')?.detail).toBe('200 to a signed event');
    const { receiver, secret } = deployment;
    expect(receiver.arrivals).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.arrivals;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      test: true,
      name: 'TEST, not a lead',
    });
  });

  test.each<Case>([
    [
      'unknown fields in its body',
      'webhook',
      /^WEBHOOK_FIELDS must be a list of attribution, id, answered_url/,
      (deployment) => {
        deployment.env.WEBHOOK_FIELDS = 'attribution, phone';
      },
    ],
    [
      'a receiver with another secret',
      'test event',
      /^hooks\.crm\.example answered 401 .+: check whether the receiver has the same WEBHOOK_SECRET/,
      receiving({ status: 401 }),
    ],
    [
      'a receiver that wants a signature',
      'test event',
      /answered 403 .+: set WEBHOOK_SECRET to what the receiver checks/,
      (deployment) => {
        deployment.env.WEBHOOK_SECRET = '';
        receiving({ status: 403 })(deployment);
      },
    ],
    [
      'a redirect',
      'test event',
      /answered 308 .+don’t follow redirects, so set WEBHOOK_URL/,
      receiving({ status: 308, headers: { location: 'https://elsewhere.example/query-secret' } }),
    ],
    [
      'a receiver that is gone',
      'test event',
      /answered 410 .+stopped accepting leads.+new address/,
      receiving({ status: 410 }),
    ],
    ['a wrong path', 'test event', /answered 404 .+the path/, receiving({ status: 404 })],
    ['a wrong method', 'test event', /answered 405 .+takes POST/, receiving({ status: 405 })],
    ['a busy one', 'test event', /answered 429 .+again later/, receiving({ status: 429 })],
    ['a receiver that fails', 'test event', /answered 500 .+log/, receiving({ status: 500 })],
    [
      'a receiver that rejects it',
      'test event',
      /answered 422 .+what the receiver expects/,
      receiving({ status: 422, body: 'path-secret' }),
    ],
    [
      'a receiver that does not answer',
      'test event',
      /^No answer within 0\.2 s \(hooks\.crm\.example\): check whether/,
      (deployment) => {
        deployment.env.ALERT_URL = '';
        receiving('hang')(deployment);
        deployment.world.send = (message, target, now) => {
          const here = { ...target, url: deployment.receiver.url, allowPrivate: true };
          return makeSend({ timeout: 200 })(message, here, now);
        };
      },
    ],
    [
      'a receiver that closes the connection',
      'test event',
      /broken off .+: check whether/,
      receiving('reset'),
    ],
    [
      'an address that has become private since it was looked at',
      'test event',
      /not public/,
      ({ world, env }) => {
        env.ALERT_URL = '';
        const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
        world.send = makeSend({ resolve });
      },
    ],
  ])('reports %s', async (...broken) => {
    await expectFailure(...broken);
  });
});

test('a webhook without a secret passes, and the report says that deliveries are not signed', async () => {
  await using deployment = await aDeployment();
  deployment.env.WEBHOOK_SECRET = '';
  const { failed, of } = await diagnose(deployment);
  expect(failed).toEqual({});
  expect(of('webhook')?.detail).toMatch(/not signed, since WEBHOOK_SECRET is not set/);
  expect(of('test event')?.detail).toBe('200 to an event without a signature');
});

test('the webhook is not checked if it is turned off', async () => {
  await using deployment = await aDeployment();
  at('')(deployment);
  const { failed, skipped, of } = await diagnose(deployment);
  expect(failed).toEqual({});
  expect(skipped).toEqual(['webhook', "webhook's address", 'test event']);
  expect(of('test event')?.detail).toBe('WEBHOOK_URL is empty, so no webhook is wanted');
  expect(deployment.receiver.arrivals).toEqual([]);
});
