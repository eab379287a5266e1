import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dryRun } from '../../scripts/setup.ts';
import { secrets } from '../../scripts/setup/netlify.ts';
import { answers, CloudTools, toolSecrets } from '../support/servers/cloud-tools.ts';
import { RunningSite } from '../support/servers/running-site.ts';

const given = Object.values(answers);
const doctor = 'npm run doctor -- --env .env.live';
/** Each run does these, since they change nothing that is right already. */
const isRepeated = (call: string) =>
  /^gcloud services enable|add-iam-policy-binding|^\S+ deploy/.test(call) || call === doctor;
/** The last question, whose answer no file has. */
const later = [''];

/** A run from nothing to the end, and its commands. */
let tools: CloudTools;
let all: string[] = [];
beforeAll(async () => {
  tools = await CloudTools.create();
  await tools.run();
  all = await tools.calls();
});
afterAll(() => tools[Symbol.asyncDispose]());

const shownIn = (lines: readonly string[]): string[] =>
  lines
    .map((it) => stripVTControlCharacters(it).replaceAll("'", ''))
    .flatMap((it) => /\$ (?:npx )?((?!netlify status).*)/.exec(it)?.[1] ?? []);

describe('setup', () => {
  test('goes from nothing to the doctor, and shows each command that changes something', () => {
    expect(shownIn(tools.printed)).toEqual(all);
    const project = 'firebase projects:create my-site-4f2a --display-name my-site-4f2a --json';
    expect(all.slice(0, 2)).toEqual(['netlify init', project]);
    const admin = 'npm run grant-admin -- you@example.com --env .env.live';
    expect(all.slice(-2)).toEqual([admin, doctor]);
    expect(tools.printed).toContainEqual(
      expect.stringMatching(
        /Authorized domains at https:.+4f2a.+settings, add my-site\.netlify\.app\./,
      ),
    );
  });

  test('writes settings that nobody else can read, and that Git ignores', async () => {
    const settings = parseEnv(await tools.live());
    expect(settings).toEqual({
      FIREBASE_PROJECT_ID: 'my-site-4f2a',
      WEBHOOK_URL: answers.webhook,
      ALERT_URL: answers.alerts,
      RETENTION_DAYS: '730',
      STAFF_SIGN_UP: 'off',
      WEBHOOK_SECRET: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string,
      PRIVACY_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      HEALTH_TOKEN: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      PUBLIC_FIREBASE_API_KEY: 'AIzaKey',
      PUBLIC_FIREBASE_AUTH_DOMAIN: 'my-site-4f2a.firebaseapp.com',
      FIREBASE_SERVICE_ACCOUNT: expect.stringMatching(/^\{"project_id":.+key-of.+\}$/) as string,
      SITE_URL: 'https://my-site.netlify.app',
    });
    expect(statSync(path.join(tools.root, '.env.live')).mode & 0o777).toBe(0o600);
    const ignored = ['.env.live', '.env.live.part'];
    const found = execFileSync('git', ['check-ignore', ...ignored], { encoding: 'utf8' });
    expect(found.trim().split('\n')).toEqual(ignored);
  });

  test('shows no secret, and gives none to a tool where others can read it', async () => {
    const {
      WEBHOOK_SECRET = '',
      PRIVACY_KEY = '',
      HEALTH_TOKEN = '',
    } = parseEnv(await tools.live());
    const seen = [...tools.printed, ...all].join('\n');
    for (const secret of [...toolSecrets, WEBHOOK_SECRET, PRIVACY_KEY, HEALTH_TOKEN])
      expect(seen).not.toContain(secret);
  });

  test('gives the secrets to the functions of the published site alone', async () => {
    const settings = parseEnv(await tools.live());
    for (const [key, value] of Object.entries(settings)) {
      const isSecret = secrets.includes(key);
      expect(tools.variables.get(key)).toEqual({
        key,
        is_secret: isSecret,
        scopes: isSecret ? ['functions'] : ['builds', 'functions', 'runtime', 'post_processing'],
        values: [{ context: isSecret ? 'production' : 'all', value }],
      });
    }
  });

  test('turns on links by e-mail, and sign-up off unless the owner wants it', async () => {
    const signIn = { email: { enabled: true, passwordRequired: false } };
    const permissions = (disabledUserSignup: boolean) => ({ permissions: { disabledUserSignup } });
    expect(tools.signIn).toEqual({ signIn, client: permissions(true) });
    await using open = await CloudTools.create();
    await open.run(given.with(given.indexOf(answers.signUp, 4), 'on'));
    expect(open.signIn).toEqual({ signIn, client: permissions(false) });
    expect(parseEnv(await open.live())).toMatchObject({ STAFF_SIGN_UP: 'on' });
  });

  test('skips what is done', async () => {
    const before = await tools.live();
    await tools.run(later);
    expect(await tools.calls()).toEqual(all.filter(isRepeated));
    expect(await tools.live()).toBe(before);
  });

  test('sets a changed setting and deploys again, without the webhook if none is wanted', async () => {
    await using tools = await CloudTools.create();
    await tools.run(['none', ...given.slice(2)]);
    await tools.calls();
    expect(parseEnv(await tools.live())).toMatchObject({ WEBHOOK_URL: '' });
    const changed = (await tools.live()).replace('my-site.netlify.app', 'www.example.com');
    await tools.writeLive(`${changed}RIGHTS_URL='https://texting.example/secret'`);
    await tools.run(later);
    expect((await tools.calls()).at(-2)).toBe('netlify deploy --trigger --json');
    const all = (value: string) => ({ is_secret: false, values: [{ context: 'all', value }] });
    expect(tools.variables.get('SITE_URL')).toMatchObject(all('https://www.example.com'));
    expect(tools.variables.get('WEBHOOK_URL')).toMatchObject(all(''));
    expect(tools.variables.get('RIGHTS_URL')).toMatchObject({ is_secret: true });
  });

  test('that fails goes on where it stopped, whichever command failed', async () => {
    await using tools = await CloudTools.create();
    const done: string[] = [];
    let lines = given;
    for (const [i, failing] of all.entries()) {
      await tools.set('failing', failing);
      await expect(tools.run(lines)).rejects.toThrow(
        failing.startsWith('npm')
          ? /^npm .+ failed \(.+\): fix that, then run this command again\. If a line/
          : /^(npx firebase|gcloud|netlify) .+ failed \(.+\): fix that, then run npm run setup again: /,
      );
      const calls = (await tools.calls()).filter((it) => it === failing || !isRepeated(it));
      expect(calls.at(-1), `call ${i}`).toBe(failing);
      // A step with several commands begins again; others never do.
      const again = calls.slice(0, -1).filter((it) => done.includes(it));
      expect(again.filter((it) => !/grant-admin/.test(it))).toEqual([]);
      done.push(...calls.slice(0, -1));
      // Answers that are in .env.live aren't asked for again.
      lines = given.slice(given.indexOf(answers.project)).slice(answersTaken(done));
    }
    await tools.set('failing', 'nothing');
    await tools.run([answers.admin]);
    expect(await tools.calls()).toContain(doctor);
  });
});

/** How many of the answers after the fifth have become something that exists. */
const answersTaken = (done: readonly string[]): number =>
  [/projects:create/, /billing projects link/, /databases:create/, /keys create/].filter((it) =>
    done.some((call) => it.test(call)),
  ).length;

test('a dry run prints every command and runs none', async () => {
  await using tools = await CloudTools.create();
  const lines: string[] = [];
  dryRun({ folder: tools.root, print: (line) => void lines.push(line) });
  const kinds = (calls: readonly string[]) =>
    calls.map((it) => it.replace('my-site-4f2a', 'FIREBASE_PROJECT_ID').split(' ', 3));
  const createdByHand = 'firebase projects:create';
  expect(lines).toContainEqual(expect.stringContaining(`by hand: npx ${createdByHand}`));
  expect(kinds(shownIn(lines))).toEqual(kinds(all.filter((it) => !it.startsWith(createdByHand))));
  expect(await tools.calls()).toEqual([]);
  expect(readdirSync(tools.root)).not.toContain('.env.live');
  expect(lines).toContainEqual(expect.stringMatching(/^ +by hand: .+ press Make public/));
});

test('setup that is stopped by Ctrl-C leaves whole files, and goes on in the next run', async () => {
  await using tools = await CloudTools.create();
  // Somebody edited the file, and left its last line open.
  const settings = `FIREBASE_PROJECT_ID='${answers.project}'\nWEBHOOK_URL=''\nRETENTION_DAYS=''\nSTAFF_SIGN_UP=''\nALERT_URL=''`;
  await tools.writeLive(settings);
  for (const it of ['billing', 'database', 'site']) await tools.set(it);
  await tools.set('hanging', 'gcloud iam service-accounts keys');
  const answer = `url => /env|runQuery/.test(url) ? [] : { account_slug: 'me' }`;
  const noNetwork = `data:text/javascript,globalThis.fetch = async url => Response.json((${answer})(url))`;
  const script = path.resolve('scripts/setup.ts');
  const command = [process.execPath, '--import', noNetwork, script] as const;
  const env = { ...tools.env(), NETLIFY_AUTH_TOKEN: 'token' };
  const stopped = new RunningSite(tools.root, { command, env });
  await stopped.says(/service-accounts keys create/);
  stopped.signalGroup('SIGINT');
  await stopped.exit;
  expect(readdirSync(tools.root).filter((it) => it.startsWith('.env'))).toEqual(['.env.live']);
  expect(Object.keys(parseEnv(await tools.live()))).not.toContain('FIREBASE_SERVICE_ACCOUNT');
  await tools.set('hanging', 'nothing');
  await using again = new RunningSite(tools.root, { command, env });
  expect((await again.exit).code).toBe(1);
  expect(again.output).toMatch(/Stopped\. Run npm run setup again to go on\.\n$/);
  expect(parseEnv(await tools.live())).toMatchObject({
    ALERT_URL: '',
    FIREBASE_SERVICE_ACCOUNT: expect.stringContaining('key-of') as string,
  });
  expect(statSync(path.join(tools.root, '.env.live')).mode & 0o777).toBe(0o600);
});
