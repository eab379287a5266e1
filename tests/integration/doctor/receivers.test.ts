import { createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { makeSend } from '../../../functions/delivery/send.ts';
import { connect } from '../../../scripts/doctor/receivers.ts';
import type { Behaviour } from '../../support/servers/behaviour.ts';
import { freePort } from '../../support/servers/local-server.ts';
import { MailServer } from '../../support/servers/mail-server.ts';
import {
  aDeployment,
  type Deployment,
  diagnose,
  reports,
} from '../../support/servers/deployment/deployment.ts';

const asked = (deployment: Deployment, ...changes: Deployment['env'][]): void => {
  deployment.world.sendsTests = true;
  Object.assign(deployment.env, ...changes);
};
const receiving = (behaviour: Behaviour) => (deployment: Deployment) => {
  asked(deployment);
  deployment.receiver.usually(behaviour);
};
/** No receiver at this host accepts connections. */
const closed = (host: string) => (deployment: Deployment) => {
  deployment.world.connect = ({ url }) =>
    Promise.resolve(url.hostname === host ? 'The connection was refused' : null);
};

describe('without --test, the doctor', () => {
  test('sends no message', async () => {
    await using deployment = await aDeployment();
    const { failed, of } = await diagnose(deployment);
    expect(failed).toEqual({});
    expect(of('webhook')?.detail).toMatch(/^hooks\.crm\.example takes connections; --test/);
    const { receiver, chat, others } = deployment;
    expect([receiver, chat, others].flatMap(({ arrivals }) => arrivals)).toEqual([]);
  });

  test('connects to the hosts that a delivery would connect to, and says why it cannot', async () => {
    const port = await freePort();
    const mail = { to: [], from: '', site: '' };
    const url = new URL(`smtp://127.0.0.1:${port}`);
    const target = { url, mail, secrets: [], allowPrivate: true };
    expect(await connect(target)).toBe('The connection was refused');
    const server = createServer().listen(port, '127.0.0.1');
    try {
      expect(await connect(target)).toBeNull();
      expect(await connect({ ...target, allowPrivate: false })).toMatch(/is not public/);
    } finally {
      server.close();
    }
  });

  reports('webhook', {
    'a receiver that is down': [
      /^The connection was refused \(hooks\.crm\.example\): check whether WEBHOOK_URL is right/,
      closed('hooks.crm.example'),
    ],
    'a mail server that is down': [
      /^The connection was refused \(smtp\.crm\.example\): check SMTP_URL/,
      (deployment) => {
        deployment.env.WEBHOOK_URL = 'mailto:sales@company.example';
        deployment.env.SMTP_URL = 'smtps://site%40company.example:p@smtp.crm.example';
        closed('smtp.crm.example')(deployment);
      },
    ],
    'no mail server': [
      /so SMTP_URL must be set to/,
      ({ env }) => (env.WEBHOOK_URL = 'mailto:sales@company.example'),
    ],
  });
  reports('alerts', {
    'an address that is down': [
      /^The connection was refused \(hooks\.chat\.example\): check the address in ALERT_URL/,
      closed('hooks.chat.example'),
    ],
  });
});

describe('with --test, the doctor', () => {
  test('signs the tests of the webhook and of RIGHTS_URL, and marks them', async () => {
    await using deployment = await aDeployment();
    asked(deployment);
    const { of } = await diagnose(deployment);
    expect(of('webhook')?.detail).toBe('hooks.crm.example took a signed test');
    expect(of('rights')?.detail).toBe('hooks.texts.example took a signed test');
    const { receiver, others, secret } = deployment;
    const verified = (arrival: (typeof receiver.arrivals)[number] | undefined) =>
      new Webhook(secret).verify(arrival?.body ?? '', arrival?.headers as Record<string, string>);
    expect(receiver.arrivals).toHaveLength(1);
    expect(verified(receiver.arrivals[0])).toMatchObject({ test: true, name: 'TEST, not a lead' });
    expect(verified(others.arrivals.find(({ body }) => body.includes('timestamp')))).toEqual({
      type: 'test',
      timestamp: expect.any(String) as string,
    });
  });

  test('tells each chat that it is a test', async () => {
    await using deployment = await aDeployment();
    const { ALERT_URL: address } = deployment.env;
    asked(deployment, { ALERT_URL: `${address} ${address}` });
    expect((await diagnose(deployment)).of('alerts')?.detail).toBe(
      'hooks.chat.example, hooks.chat.example took a test',
    );
    const text =
      'www.leads.example: This is a test alert. Nothing is wrong. https://www.leads.example/admin';
    expect(deployment.chat.arrivals.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { text },
      { text },
    ]);
    const [card] = deployment.others.arrivals.map(({ body }) => body).toSorted();
    expect(card).toContain('www.leads.example: This is a test. New leads are announced here.');
  });

  test('mails a test like a lead, and reports a refusal in the server’s words', async () => {
    const to = 'sales@company.example';
    await using server = await MailServer.open();
    await using deployment = await aDeployment();
    asked(deployment, {
      WEBHOOK_URL: `mailto:${to}`,
      SMTP_URL: 'smtps://user:path-secret@smtp.crm.example?from=site@company.example',
    });
    deployment.world.send = (message, target, at) => {
      // The server on this machine, which the guard would refuse.
      const url = target.mail ? new URL(server.url) : deployment.chat.url;
      return makeSend()(message, { ...target, url, allowPrivate: true }, at);
    };
    expect((await diagnose(deployment)).of('webhook')?.detail).toBe('smtp.crm.example took a test');
    expect((await server.parsed()).subject).toBe('Other: TEST, not a lead');
    server.refusals.set(to, ['550 no such user']);
    expect((await diagnose(deployment)).failed.webhook).toBe(
      `${to} was refused: 550 no such user (smtp.crm.example): check SMTP_URL and the addresses in WEBHOOK_URL.`,
    );
  });

  reports('webhook', {
    'a receiver with another secret': [
      /^hooks\.crm\.example answered 401 to the test: .+ the same WEBHOOK_SECRET/,
      receiving({ status: 401 }),
    ],
    'a redirect': [
      /answered 308 .+redirects aren’t followed/,
      receiving({ status: 308, headers: { location: 'https://elsewhere.example/query-secret' } }),
    ],
    'a receiver that breaks off': [
      /^The connection was broken off.+ \(hooks\.crm\.example\): check whether/,
      receiving('reset'),
    ],
  });
  reports('rights', {
    'a receiver that refuses': [
      /^hooks\.texts\.example answered 401 .+ WEBHOOK_SECRET/,
      (deployment) => {
        asked(deployment, { NOTICE_TO: '' });
        deployment.others.usually({ status: 401 });
      },
    ],
  });
  reports('alerts', {
    'an address that refuses it': [
      /^The address answered 404 \(hooks\.chat\.example\): check the address in ALERT_URL/,
      (deployment) => {
        asked(deployment);
        deployment.chat.usually({ status: 404 });
      },
    ],
  });
});

test('the doctor does not check the webhook if it is turned off', async () => {
  await using deployment = await aDeployment();
  asked(deployment, { WEBHOOK_URL: '' });
  const { failed, skipped, of } = await diagnose(deployment);
  expect([failed, skipped]).toEqual([{}, ['webhook']]);
  expect(of('webhook')?.detail).toBe('WEBHOOK_URL is empty, so no webhook is wanted');
  expect(deployment.receiver.arrivals).toEqual([]);
});
