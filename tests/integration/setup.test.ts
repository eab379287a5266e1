import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dryRun } from '../../scripts/setup.ts';
import { secrets } from '../../scripts/setup/steps.ts';
import { answers, CloudTools, toolSecrets } from '../support/servers/cloud-tools.ts';
import { RunningSite } from '../support/servers/running-site.ts';

const given = Object.values(answers);
const doctor = 'npm run doctor -- --env .env.live';
/** Each run does these, since they change nothing that is right already. */
const isRepeated = (call: string) =>
  /^gcloud services enable|add-iam-policy-binding|^netlify env:|^\S+ deploy/.test(call) ||
  call === doctor;
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
    expect(all[0]).toBe('firebase projects:create my-site-4f2a --display-name my-site-4f2a');
    const admin = 'npm run grant-admin -- you@example.com --env .env.live';
    expect(all.slice(-2)).toEqual([admin, doctor]);
  });

  test('writes settings that nobody else can read, and that Git ignores', async () => {
    const settings = parseEnv(await tools.live());
    expect(settings).toEqual({
      FIREBASE_PROJECT_ID: 'my-site-4f2a',
      WEBHOOK_URL: answers.webhook,
      ALERT_URL: answers.alerts,
      WEBHOOK_SECRET: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string,
      PRIVACY_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
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
    const { WEBHOOK_SECRET = '', PRIVACY_KEY = '' } = parseEnv(await tools.live());
    const seen = [...tools.printed, ...all].join('\n');
    for (const secret of [...toolSecrets, WEBHOOK_SECRET, PRIVACY_KEY])
      expect(seen).not.toContain(secret);
  });

  test('keeps the secrets from deploy previews', () => {
    for (const name of secrets) {
      const others = '--context deploy-preview branch-deploy dev dev-server';
      const at = all.indexOf(`netlify env:unset ${name} --force ${others}`);
      expect(at).toBeGreaterThan(all.indexOf('netlify env:import .env.live --json'));
      expect(all[at + 1]).toBe(`netlify env:set ${name} --secret --force`);
    }
  });

  test('skips what is done', async () => {
    const before = await tools.live();
    await tools.run(later);
    expect(await tools.calls()).toEqual(all.filter(isRepeated));
    expect(await tools.live()).toBe(before);
  });

  test('sets a changed setting and deploys again, without the webhook if none is wanted', async () => {
    await using tools = await CloudTools.create();
    await tools.run(given.with(1, ''));
    await tools.calls();
    expect(parseEnv(await tools.live())).toMatchObject({ WEBHOOK_URL: '' });
    await tools.writeLive((await tools.live()).replace('my-site.netlify.app', 'www.example.com'));
    await tools.run(later);
    const calls = await tools.calls();
    expect(calls).toContain('netlify env:import .env.live --json');
    expect(calls.at(-2)).toBe('netlify deploy --trigger');
    expect(calls.join('\n')).not.toMatch(/env:(un)?set WEBHOOK_URL/);
  });

  test('that fails goes on where it stopped, whichever command failed', async () => {
    await using tools = await CloudTools.create();
    const done: string[] = [];
    let lines = given;
    for (const [i, failing] of all.entries()) {
      await tools.set('failing', failing);
      await expect(tools.run(lines)).rejects.toThrow(
        /^(npx firebase|gcloud|netlify|npm) .+ failed \(.+\): fix that, then run npm run setup again: /,
      );
      const calls = (await tools.calls()).filter((it) => it === failing || !isRepeated(it));
      expect(calls.at(-1), `call ${i}`).toBe(failing);
      // A step with several commands begins again; others never do.
      const again = calls.slice(0, -1).filter((it) => done.includes(it));
      expect(again.filter((it) => !/grant-admin/.test(it))).toEqual([]);
      done.push(...calls.slice(0, -1));
      // Answers that are in .env.live aren't asked for again.
      lines = given.slice(given.indexOf(answers.billing)).slice(answersTaken(done));
    }
    await tools.set('failing', 'nothing');
    await tools.run([answers.admin]);
    expect(await tools.calls()).toContain(doctor);
  });
});

/** How many of the answers after the third have become something that exists. */
const answersTaken = (done: readonly string[]): number =>
  [/billing projects link/, /databases:create/, /netlify init/].filter((it) =>
    done.some((call) => it.test(call)),
  ).length;

test('a dry run prints every command and runs none', async () => {
  await using tools = await CloudTools.create();
  const lines: string[] = [];
  dryRun({ folder: tools.root, print: (line) => void lines.push(line) });
  const kinds = (calls: readonly string[]) =>
    calls.map((it) => it.replace('my-site-4f2a', 'FIREBASE_PROJECT_ID').split(' ', 3));
  expect(kinds(shownIn(lines))).toEqual(kinds(all));
  expect(await tools.calls()).toEqual([]);
  expect(readdirSync(tools.root)).not.toContain('.env.live');
  const setting = lines.filter((it) => it.includes('netlify env:'));
  expect(setting.filter((it) => !it.endsWith(' > /dev/null'))).toEqual([]);
});

test('setup without a tool says where it is told how to get it', async () => {
  await using tools = await CloudTools.create({ without: 'gcloud' });
  await expect(tools.run([], { env: tools.env('') })).rejects.toThrow(
    'gcloud can’t be started: install it as docs/deploy.md says, then run npm run setup again: it goes on where it stopped.',
  );
});

test.each([
  ['firebase', ' (Failed to authenticate)', 'npx firebase login'],
  ['gcloud', '', 'gcloud auth login'],
  ['netlify', ' (Error: Unauthorized)', 'netlify login'],
])('setup with %s logged out says how to log in', async (tool, because, login) => {
  await using tools = await CloudTools.create();
  await tools.set(`logged out ${tool}`);
  await expect(tools.run()).rejects.toThrow(
    `${tool} isn’t logged in${because}: run ${login}, then run npm run setup again`,
  );
  expect(await tools.calls()).toEqual([]);
});

test('setup asks again when an answer can’t be right', async () => {
  await using tools = await CloudTools.create();
  const { project, webhook, ...others } = answers;
  const wrong = ['', 'My Site', project, 'hooks', "https://hooks.example/'", webhook];
  await tools.run([...wrong, ...Object.values(others)]);
  for (const sentence of [/^An id has 6 to 30/, /^WEBHOOK_URL must be/, /can’t have a quote/])
    expect(tools.printed).toContainEqual(expect.stringMatching(sentence));
});

test('setup that is stopped by Ctrl-C leaves whole files, and goes on in the next run', async () => {
  await using tools = await CloudTools.create();
  // Somebody edited the file, and left its last line open.
  const settings = `FIREBASE_PROJECT_ID='${answers.project}'\nWEBHOOK_URL=''\nALERT_URL=''`;
  await tools.writeLive(settings);
  for (const it of ['billing', 'database']) await tools.set(it);
  await tools.set('hanging', 'gcloud iam service-accounts keys');
  const command = [process.execPath, path.resolve('scripts/setup.ts')] as const;
  const stopped = new RunningSite(tools.root, { command, env: tools.env() });
  await stopped.says(/service-accounts keys create/);
  stopped.signalGroup('SIGINT');
  await stopped.exit;
  expect(readdirSync(tools.root).filter((it) => it.startsWith('.env'))).toEqual(['.env.live']);
  expect(Object.keys(parseEnv(await tools.live()))).not.toContain('FIREBASE_SERVICE_ACCOUNT');
  await tools.set('hanging', 'nothing');
  await using again = new RunningSite(tools.root, { command, env: tools.env() });
  expect((await again.exit).code).toBe(1);
  expect(again.output).toMatch(/Stopped\. Run npm run setup again to go on\.\n$/);
  expect(parseEnv(await tools.live())).toMatchObject({
    ALERT_URL: '',
    FIREBASE_SERVICE_ACCOUNT: expect.stringContaining('key-of') as string,
  });
  expect(statSync(path.join(tools.root, '.env.live')).mode & 0o777).toBe(0o600);
});
