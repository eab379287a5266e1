import { describe, expect, test } from 'vitest';
import { parseRights, parseWebhook } from '../../../../functions/env.ts';

const WEBHOOK_URL = 'https://hooks.example.com/x';
const deployed = { NETLIFY: 'true' };
const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

describe('the webhook settings', () => {
  test.each([
    [{}, { state: 'off' }],
    [{ ...deployed, WEBHOOK_URL: '' }, { state: 'off' }],
    [deployed, { state: 'missing' }],
    [
      { WEBHOOK_URL },
      { state: 'set', target: { url: new URL(WEBHOOK_URL), secrets: [], allowPrivate: true } },
    ],
    [
      { WEBHOOK_URL: 'http://localhost:9000/' },
      {
        state: 'set',
        target: { url: new URL('http://localhost:9000/'), secrets: [], allowPrivate: true },
      },
    ],
    [
      { ...deployed, WEBHOOK_URL, WEBHOOK_SECRET: '' },
      { state: 'set', target: { url: new URL(WEBHOOK_URL), secrets: [], allowPrivate: false } },
    ],
  ])('%j mean %j', (env, webhook) => {
    expect(parseWebhook(env)).toEqual(webhook);
  });

  test('may list several secrets, with any space around them', () => {
    const WEBHOOK_SECRET = ` ${secret(24)}\n\t${secret(64)} ${secret(25)}`;
    expect(parseWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).toMatchObject({
      target: { secrets: [secret(24), secret(64), secret(25)] },
    });
  });

  test.each([
    secret(23),
    secret(65),
    secret(32).slice('whsec_'.length),
    `${secret(32)}x=`,
    `${secret(33)}===`,
    `${secret(33)} hunter2`,
  ])('can’t have %s as secrets', (WEBHOOK_SECRET) => {
    expect(() => parseWebhook({ WEBHOOK_URL, WEBHOOK_SECRET })).toThrow(
      'WEBHOOK_SECRET must be whsec_ followed by 24 to 64 bytes in base64, such as the output of openssl rand -base64 32; separate several with spaces.',
    );
  });

  test.each([
    ['', undefined],
    ['id', { names: ['id'], site: 'http://localhost:8888' }],
    [
      'consent_text consent_version',
      { names: ['consent_version', 'consent_text'], site: 'http://localhost:8888' },
    ],
    [
      ' answered_url, attribution\tid',
      { names: ['attribution', 'id', 'answered_url'], site: 'http://localhost:8888' },
    ],
  ])('with WEBHOOK_FIELDS="%s" add %j to the body', (WEBHOOK_FIELDS, more) => {
    expect(parseWebhook({ WEBHOOK_URL, WEBHOOK_FIELDS })).toMatchObject({
      state: 'set',
      ...(more && { target: { more } }),
    });
  });

  test.each(['attribution phone', 'Id', 'id;attribution'])(
    'can’t have the fields "%s"',
    (WEBHOOK_FIELDS) => {
      expect(() => parseWebhook({ WEBHOOK_URL, WEBHOOK_FIELDS })).toThrow(
        'WEBHOOK_FIELDS must be a list of attribution, id, answered_url, consent_version, consent_text, separated by spaces or commas, or not set.',
      );
    },
  );

  test('need the site’s address to add a link to it', () => {
    const env = { ...deployed, WEBHOOK_URL, WEBHOOK_FIELDS: 'answered_url' };
    expect(() => parseWebhook(env)).toThrow(/SITE_URL must be set/);
    expect(() => parseWebhook({ ...env, SITE_URL: 'x' })).toThrow(
      /^SITE_URL must be a full address/,
    );
    expect(parseWebhook({ ...env, URL: 'https://site.example/' })).toMatchObject({
      target: { more: { site: 'https://site.example' } },
    });
  });

  test('accept a full https address only, or http in development', () => {
    const parsing = (url: string) => () => parseWebhook({ WEBHOOK_URL: url });
    expect(parsing('ftp://hooks.example.com')).toThrow(
      /^WEBHOOK_URL must be a full address that begins with https:\/\/ \(or http:\/\/ on your own machine\), or mailto: and e-mail addresses\.$/,
    );
    const text = { WEBHOOK_URL: 'ftp://hooks.example.com' };
    expect(() => parseWebhook({ ...text, ...deployed })).toThrow(
      /^WEBHOOK_URL must be a full address that begins with https:\/\/, or mailto: and e-mail addresses\.$/,
    );
    expect(parsing('https://a.example https://b.example')).toThrow(
      /^WEBHOOK_URL must be a full address/,
    );
    expect(parsing('https://hooks.slack.com/services/T0')).toThrow(
      /no leads: write it into NOTICE_TO\.$/,
    );
  });
});

test('RIGHTS_URL is signed with the webhook’s secret, and refused without one', () => {
  const RIGHTS_URL = 'https://texts.example.com/x';
  expect(parseRights({ RIGHTS_URL: '' })).toEqual({ state: 'off' });
  expect(() => parseRights({ RIGHTS_URL })).toThrow('RIGHTS_URL needs WEBHOOK_SECRET: set both.');
  expect(parseRights({ RIGHTS_URL, WEBHOOK_SECRET: secret(32) })).toEqual({
    state: 'set',
    target: { url: new URL(RIGHTS_URL), secrets: [secret(32)], allowPrivate: true },
  });
});

describe('the mail settings', () => {
  const SMTP_URL = 'smtps://user:p%2Fw@smtp.example.com';
  const to = 'mailto:sales@example.com, Owner@Example.com,sales@example.COM';

  test('hold the addresses, the server and the sender', () => {
    const env = { ...deployed, WEBHOOK_URL: to, SMTP_URL, SITE_URL: 'https://site.example/' };
    const mail = { to: ['sales@example.com', 'Owner@example.com'], site: 'https://site.example' };
    const target = { url: new URL(SMTP_URL), secrets: [], allowPrivate: false };
    expect(parseWebhook(env)).toEqual({
      state: 'set',
      target: { ...target, mail: { ...mail, from: 'sales@example.com' } },
    });
    for (const [server, from] of [
      ['smtp://site@example.org:pw@smtp.example.com:2525', 'site@example.org'],
      [`${SMTP_URL}?from=site%2Bleads@example.org`, 'site+leads@example.org'],
    ]) {
      expect(parseWebhook({ ...env, SMTP_URL: server })).toMatchObject({
        target: { mail: { from } },
      });
    }
  });

  test('need no server on a developer’s machine, where npm start runs one', () => {
    expect(parseWebhook({ WEBHOOK_URL: to })).toMatchObject({ state: 'set' });
    expect(() => parseWebhook({ ...deployed, WEBHOOK_URL: to })).toThrow(
      /^WEBHOOK_URL has an e-mail address, so SMTP_URL must be set/,
    );
  });

  test.each([
    'mailto:',
    'mailto:sales',
    'mailto:a@example.com;b@example.com',
    'mailto:a@example.com,b',
    'mailto:a@example.com?bcc=b@example.com',
    `mailto:${Array.from({ length: 6 }, (_, i) => `a${i}@example.com`).join()}`,
  ])('can’t have the addresses of %s', (WEBHOOK_URL) => {
    expect(() => parseWebhook({ WEBHOOK_URL })).toThrow(
      'WEBHOOK_URL must be mailto: and up to 5 e-mail addresses, separated by commas.',
    );
  });

  test.each([
    'smtp.example.com',
    'https://user:hunter2@smtp.example.com',
    'smtps://user:hunter2/x@smtp.example.com',
    'smtps://user:hunter2%@smtp.example.com',
    'smtps://user@smtp.example.com',
    'smtps://user:25?hunter2@smtp.example.com',
    'smtps://user:hunter2@smtp.example.com/x',
    'smtps://user:hunter2@smtp.example.com?from=x',
    'smtps://user:hunter2@smtp.example.com?to=a@example.com',
  ])('can’t have the server %s, and never quote it', (server) => {
    const parse = () => parseWebhook({ WEBHOOK_URL: to, SMTP_URL: server });
    expect(parse).toThrow(/^SMTP_URL must be the address of a mail server, like /);
    expect(parse).not.toThrow(/hunter2/);
  });
});
