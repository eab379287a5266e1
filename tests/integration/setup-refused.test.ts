import { parseEnv } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { credentialsIn } from '../../functions/delivery/mail/settings.ts';
import { parseWebhook } from '../../functions/env.ts';
import { CloudTools } from '../support/servers/cloud-tools.ts';
import { toResponse } from '../support/servers/deployment/cloud.ts';
import { listOf } from '../support/servers/deployment/google.ts';
import { netlifyLogin } from '../support/servers/deployment/netlify-login.ts';

let tools: CloudTools;
beforeEach(async () => {
  tools = await CloudTools.create();
  return () => tools[Symbol.asyncDispose]();
});

test('setup accepts any password for the mail server, and never shows it', async () => {
  const password = `p@ss'/:%2F#?é "`;
  await tools.run({
    'Where leads go': 'ann@a.example, bob@a.example',
    'Where alerts go': '',
    'Mail server': ['mail.a.example', 'smtp://mail.a.example:2525'],
    'User at': 'Ann’s user',
    Password: password,
    Sender: ['nobody', ''],
  });
  const settings = parseEnv(await tools.live());
  expect(settings.WEBHOOK_URL).toBe('mailto:ann@a.example,bob@a.example');
  const webhook = parseWebhook({ ...settings, NETLIFY: 'true' });
  const { url, mail } = (webhook.state === 'set' && webhook.target) || {};
  expect(url && credentialsIn(url)).toEqual({ user: 'Ann’s user', pass: password.trim() });
  expect(mail).toMatchObject({ from: 'ann@a.example', to: ['ann@a.example', 'bob@a.example'] });
  expect([...tools.printed, ...tools.asked].join('\n')).not.toContain('p@ss');
});

test('setup asks for a mail server if only alerts go by mail', async () => {
  const mail = { 'Mail server': 'smtps://mail.a.example:465', 'User at': '', Password: 'p' };
  await tools.run({ 'Where leads go': '', 'Where alerts go': 'ann@a.example', ...mail });
  expect(parseEnv(await tools.live())).toMatchObject({
    WEBHOOK_URL: '',
    SMTP_URL: 'smtps://ann%40a.example:p@mail.a.example:465',
  });
});

test('setup asks again when an answer is invalid', async () => {
  await tools.run({
    'Where leads go': [
      'hooks',
      '1@a.example 2@a.example 3@a.example 4@a.example 5@a.example 6@a.example',
      "https://a.example/'",
      '',
    ],
    'Days after which': ['1', ''],
    'Id of the Firebase project': ['My Site', 'my-site-4f2a'],
    'Billing account': ['', '0A1B2C-3D4E5F-6A7B8C'],
    'The domain': ['https://a.example', ''],
    'Your e-mail address': ['you', ''],
  });
  expect(tools.printed.filter((it) => /^[A-Z]/.test(it))).toEqual([
    expect.stringMatching(/^WEBHOOK_URL must be/),
    expect.stringMatching(/^WEBHOOK_URL must be/),
    expect.stringMatching(/can’t have a quote/),
    expect.stringMatching(/^RETENTION_DAYS must be/),
    expect.stringMatching(/^An id has 6/),
    'This question needs an answer.',
    'A domain has no https:// and no path.',
    'Give one e-mail address.',
  ]);
});

test('setup accepts a domain in the owner’s spelling', async () => {
  tools.domains.push('xn--mller-kva.example');
  await tools.run({ 'The domain': 'Müller.example' });
  expect(await tools.live()).toMatch(/^SITE_URL='https:\/\/xn--mller-kva\.example'$/m);
});

test('setup on a plan without scopes withholds secrets from all contexts except production', async () => {
  tools.refusals.set('"scopes":["functions"]', 403);
  await tools.run();
  expect(tools.variables.get('PRIVACY_KEY')).toMatchObject({
    is_secret: true,
    scopes: ['builds', 'functions', 'runtime'],
    values: [{ context: 'production' }],
  });
});

test('setup says who has permission, or to wait, when Netlify refuses', async () => {
  tools.refusals.set('/env', 401);
  await expect(tools.run()).rejects.toThrow(/^Netlify refuses .+ \(401\): run netlify login as/);
  tools.refusals.set('/env', 503);
  await expect(tools.run()).rejects.toThrow(/^Netlify can't do this now \(503\): wait/);
});

test('setup refuses a key that does not match the site’s do-not-contact list', async () => {
  tools.optOuts = listOf('of another key', ['a1']);
  await expect(tools.run()).rejects.toThrow(
    /^The do-not-contact list was made with another PRIVACY_KEY.+: set PRIVACY_KEY to/,
  );
  expect([...tools.variables.keys()]).toEqual([]);
});

test('setup without the site’s .env.live creates no second secret', async () => {
  await tools.run();
  await tools.writeLive('');
  await expect(tools.run({ 'Where leads go': '' })).rejects.toThrow(
    'The site on Netlify has FIREBASE_SERVICE_ACCOUNT, WEBHOOK_SECRET, PRIVACY_KEY, HEALTH_TOKEN, and .env.live here does not: copy .env.live from',
  );
  expect(await tools.live()).not.toMatch(/KEY|SECRET|ACCOUNT/);
});

test('setup without a required tool says where to get it', async () => {
  await using tools = await CloudTools.create({ without: 'gcloud' });
  await expect(tools.run({}, { env: tools.env('') })).rejects.toThrow(
    /can’t be started: install it as docs\/deploy\.md says, then run npm run setup again/,
  );
});

test('setup asks for another id if the Firebase project’s is taken', async () => {
  await expect(tools.run({ 'Id of the Firebase project': 'somebodys-site' })).rejects.toThrow(
    /^npx firebase projects:create somebodys-site failed .+ If the id is taken, give another one\.$/,
  );
  await tools.run();
  expect(await tools.live()).toContain("FIREBASE_PROJECT_ID='my-site-4f2a'");
});

test('setup creates no project if the owner names an existing one', async () => {
  await tools.set('project');
  await tools.run();
  expect(await tools.calls()).not.toContainEqual(expect.stringContaining('projects:create'));
  expect(await tools.live()).toContain("FIREBASE_PROJECT_ID='my-site-4f2a'");
});

test('setup creates no account before the new deploy is published', async () => {
  tools.deploy = { state: 'error', published_at: null };
  await expect(tools.run()).rejects.toThrow(
    /^The deploy is not published \(error\): read its log .+ and fix what it says, then run/,
  );
  expect(await tools.calls()).not.toContainEqual(expect.stringContaining('grant-admin'));
});

test('setup waits until the owner has made a private project public', async () => {
  tools.home = () => toResponse(netlifyLogin);
  await expect(tools.run({ 'Press Enter': [''] })).rejects.toThrow(/^Press Enter/);
  expect(tools.printed.slice(-2)).toEqual([
    expect.stringMatching(/https:\/\/my-site\.netlify\.app: .+Make public.+private window/),
    '      It isn’t done yet.',
  ]);
  expect((await tools.calls()).at(-1)).toBe('netlify watch');
  tools.home = () => {
    throw new TypeError('fetch failed');
  };
  await tools.run();
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});

test('setup waits until Firebase knows the domain, unless the owner skips that', async () => {
  tools.domains = ['my-site-4f2a.firebaseapp.com'];
  await tools.run({ 'Press Enter': ['', 'skip'] });
  expect(tools.printed).toContainEqual(
    expect.stringMatching(
      /^ +my-site\.netlify\.app is not among the authorized domains: add it at https:/,
    ),
  );
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});

test('setup links to the instructions if an organization forbids service account keys', async () => {
  await tools.set('failing', 'gcloud iam service-accounts keys');
  const why = 'Key creation is not allowed on this service account.';
  await tools.set('refusal', `ERROR: (gcloud.iam) ${why}\n- '@type': type.googleapis.com/...`);
  await expect(tools.run()).rejects.toThrow(
    / failed \(Key creation .+ account\): fix that, .+ see “If Google forbids the key” in docs/,
  );
});

test('setup on Windows starts tools that need its shell', async () => {
  await using tools = await CloudTools.create({ extension: '.CMD' });
  const windows = { platform: 'win32', env: { ...tools.env(), PATHEXT: '.EXE;.CMD' } } as const;
  await tools.run({}, windows);
  const calls = await tools.calls();
  expect(calls).toContainEqual(expect.stringContaining('databases:create (default) --location'));
  expect(calls.at(-1)).toMatch(/^npm run doctor/);
  await expect(tools.run({ 'Your e-mail address': '100%@example.com' }, windows)).rejects.toThrow(
    'Windows can’t pass 100%@example.com on to npm: leave out quotes and percent signs.',
  );
});
