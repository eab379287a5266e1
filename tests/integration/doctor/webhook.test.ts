import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { makeSend } from '../../../functions/delivery/send.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import {
  aDeployment,
  alertHost,
  noticeHost,
  rightsHost,
  type Deployment,
  diagnose,
  reports,
} from '../../support/servers/deployment/deployment.ts';

const at = (url: string) => (deployment: Deployment) => {
  deployment.env.WEBHOOK_URL = url;
};
const receiving = (behaviour: Behaviour) => (deployment: Deployment) =>
  deployment.receiver.usually(behaviour);

describe('the test event', () => {
  test('and the notice for RIGHTS_URL are signed and marked as tests', async () => {
    await using deployment = await aDeployment();
    const { of } = await diagnose(deployment);
    expect(of('webhook')?.detail).toBe('hooks.crm.example took a signed test event');
    const { receiver, others, secret } = deployment;
    expect(receiver.arrivals).toHaveLength(1);
    const [{ body, headers } = { body: '', headers: {} }] = receiver.arrivals;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      test: true,
      name: 'TEST, not a lead',
    });
    const rights = others.arrivals.find(({ body }) => body.includes('timestamp'));
    expect(of('rights')?.detail).toBe(`${rightsHost} took a signed test notice`);
    expect(
      new Webhook(secret).verify(rights?.body ?? '', rights?.headers as Record<string, string>),
    ).toEqual({ type: 'test', timestamp: expect.any(String) as string });
  });

  reports('rights', {
    'a receiver that refuses': [
      /^hooks\.texts\.example answered 401 .+: check whether .+ WEBHOOK_SECRET/,
      ({ env, others }) => {
        env.NOTICE_TO = '';
        others.usually({ status: 401 });
      },
    ],
  });

  reports('webhook', {
    'a receiver with another secret': [
      /^hooks\.crm\.example answered 401 .+: check whether the receiver has the same WEBHOOK_SECRET/,
      receiving({ status: 401 }),
    ],
    'a receiver that wants a signature': [
      /answered 403 .+: set WEBHOOK_SECRET to what the receiver checks/,
      (deployment) => {
        Object.assign(deployment.env, { WEBHOOK_SECRET: '', RIGHTS_URL: '' });
        receiving({ status: 403 })(deployment);
      },
    ],
    'a redirect': [
      /answered 308 .+don’t follow redirects, so set WEBHOOK_URL/,
      receiving({ status: 308, headers: { location: 'https://elsewhere.example/query-secret' } }),
    ],
    'a receiver that is gone': [
      /answered 410 .+gone for good.+new address/,
      receiving({ status: 410 }),
    ],
    'a receiver that fails': [/answered 500 .+path.+log/, receiving({ status: 500 })],
    'a receiver that does not answer': [
      /^No answer within 0\.2 s \(hooks\.crm\.example\): check whether/,
      (deployment) => {
        Object.assign(deployment.env, { ALERT_URL: '', NOTICE_TO: '', RIGHTS_URL: '' });
        receiving('hang')(deployment);
        deployment.world.send = (message, target, now) => {
          const here = { ...target, url: deployment.receiver.url, allowPrivate: true };
          return makeSend({ timeout: 200 })(message, here, now);
        };
      },
    ],
  });
});

describe('the test mail', () => {
  const to = 'sales@company.example';
  const mailing = (server: MailServer) => (deployment: Deployment) => {
    deployment.env.WEBHOOK_URL = `mailto:${to}`;
    deployment.env.SMTP_URL = 'smtps://user:path-secret@smtp.crm.example?from=site@company.example';
    deployment.world.send = (message, target, at) => {
      // The server on this machine, which the guard would refuse.
      const url = target.mail ? new URL(server.url) : deployment.chat.url;
      return makeSend()(message, { ...target, url, allowPrivate: true }, at);
    };
  };

  test('is sent as leads are', async () => {
    await using server = await MailServer.open();
    await using deployment = await aDeployment();
    mailing(server)(deployment);
    const { failed, of } = await diagnose(deployment);
    expect(failed).toEqual({});
    expect(of('webhook')?.detail).toBe(`smtp.crm.example took a test mail to ${to}`);
    expect((await server.parsed()).subject).toBe('Other: TEST, not a lead');
    expect(deployment.receiver.arrivals).toEqual([]);
  });

  test('that is refused is reported in the server’s words', async () => {
    await using server = await MailServer.open();
    server.refusals.set(to, ['550 no such user', '550 no such user']);
    await using deployment = await aDeployment();
    mailing(server)(deployment);
    deployment.env.ALERT_URL = to;
    const { failed } = await diagnose(deployment);
    expect(failed.webhook).toBe(
      `${to} was refused: 550 no such user (smtp.crm.example): check SMTP_URL and the addresses in WEBHOOK_URL.`,
    );
    expect(failed.alerts).toContain(
      `(${to} by smtp.crm.example): check SMTP_URL and its address in ALERT_URL.`,
    );
  });

  reports('webhook', { 'no mail server': [/so SMTP_URL must be set to/, at(`mailto:${to}`)] });
});

test('a webhook without a secret passes, and the report says that deliveries are not signed', async () => {
  await using deployment = await aDeployment();
  Object.assign(deployment.env, { WEBHOOK_SECRET: '', RIGHTS_URL: '' });
  const { failed, of } = await diagnose(deployment);
  expect(failed).toEqual({});
  expect(of('webhook')?.detail).toMatch(/not signed, since WEBHOOK_SECRET is not set/);
});

test('the webhook is not checked if it is turned off', async () => {
  await using deployment = await aDeployment();
  at('')(deployment);
  const { failed, skipped, of } = await diagnose(deployment);
  expect(failed).toEqual({});
  expect(skipped).toEqual(['webhook']);
  expect(of('webhook')?.detail).toBe('WEBHOOK_URL is empty, so no webhook is wanted');
  expect(deployment.receiver.arrivals).toEqual([]);
});

describe('the doctor’s alert', () => {
  test('says that it is a test, and goes to each address', async () => {
    await using deployment = await aDeployment();
    const address = `https://${alertHost}/path-secret`;
    deployment.env.ALERT_URL = `${address} ${address}`;
    expect((await diagnose(deployment)).of('alerts')?.detail).toBe(
      `a test was taken by ${alertHost}, ${alertHost}`,
    );
    expect(deployment.chat.arrivals.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
      Array.from({ length: 2 }, () => ({
        text: 'www.leads.example: This is a test alert. Nothing is wrong. https://www.leads.example/admin',
      })),
    );
  });

  test('comes with a notice for whoever is told of new leads', async () => {
    await using deployment = await aDeployment();
    expect((await diagnose(deployment)).of('notices')?.detail).toBe(
      `a test was taken by ${noticeHost}`,
    );
    const [card] = deployment.others.arrivals.map(({ body }) => body).toSorted();
    expect(card).toContain('www.leads.example: This is a test. New leads are announced here.');
    expect(card).toContain('AdaptiveCard');
  });

  reports('alerts', {
    'each address that refuses it': [
      /^(The address answered 404 \(hooks\.chat\.example\): check its address in ALERT_URL\. ){2}/,
      ({ chat, env }) => {
        env.ALERT_URL = `${env.ALERT_URL} ${env.ALERT_URL}`;
        chat.usually({ status: 404 });
      },
    ],
  });
});
