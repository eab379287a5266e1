import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dryRun, plan } from '../../scripts/setup.ts';
import { secrets } from '../../scripts/setup/netlify.ts';
import { CloudTools, toolSecrets } from '../support/servers/cloud-tools.ts';
import { RunningSite } from '../support/servers/running-site.ts';

const doctor = 'npm run doctor -- --env .env.live';
/** Every run takes these steps, because they leave correct settings unchanged. */
const isRepeated = (call: string) =>
  /^gcloud services enable|add-iam-policy-binding|^\S+ (deploy|watch)|^npm/.test(call);

/** A run from an empty machine to the end, and its commands. */
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
    .map((line) => stripVTControlCharacters(line).replaceAll("'", ''))
    .flatMap((line) => /\$ (?:npx )?((?!netlify status).*)/.exec(line)?.[1] ?? []);

describe('setup', () => {
  test('runs all steps from an empty machine to a passing doctor, and shows and confirms each command', () => {
    expect(shownIn(tools.printed)).toEqual(all);
    expect(all.slice(0, 3)).toEqual(['firebase login', 'gcloud auth login', 'netlify login']);
    expect(all.slice(-2)).toEqual([
      'npm run grant-admin -- you@example.com --env .env.live',
      doctor,
    ]);
    const changing = plan().filter(({ commands }) => commands.length > 0);
    expect(tools.asked.filter((it) => it.startsWith('Do it?')).length).toBeGreaterThanOrEqual(
      changing.length,
    );
  });

  test('writes settings that other users cannot read, and that Git ignores', async () => {
    expect(parseEnv(await tools.live())).toEqual({
      FIREBASE_PROJECT_ID: 'my-site-4f2a',
      WEBHOOK_URL: 'https://hooks.example/secret',
      ALERT_URL: 'https://chat.example/secret',
      RETENTION_DAYS: '730',
      WEBHOOK_SECRET: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string,
      PRIVACY_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      HEALTH_TOKEN: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      PUBLIC_FIREBASE_API_KEY: 'AIzaKey',
      PUBLIC_FIREBASE_AUTH_DOMAIN: 'my-site-4f2a.firebaseapp.com',
      FIREBASE_SERVICE_ACCOUNT: expect.stringMatching(/^\{"project_id":.+key-of.+\}$/) as string,
      SITE_URL: 'https://my-site.netlify.app',
    });
    expect(statSync(path.join(tools.root, '.env.live')).mode & 0o777).toBe(0o600);
    const found = execFileSync('git', ['check-ignore', '.env.live'], { encoding: 'utf8' });
    expect(found.trim()).toBe('.env.live');
  });

  test('shows no secret, and passes none to a tool in a readable place', async () => {
    const made = parseEnv(await tools.live());
    const { WEBHOOK_SECRET = '', PRIVACY_KEY = '', HEALTH_TOKEN = '' } = made;
    const output = [...tools.printed, ...tools.asked, ...all].join('\n');
    for (const secret of [...toolSecrets, WEBHOOK_SECRET, PRIVACY_KEY, HEALTH_TOKEN])
      expect(output).not.toContain(secret);
  });

  test('gives the secrets only to the functions of the published site', async () => {
    for (const [key, value] of Object.entries(parseEnv(await tools.live()))) {
      const isSecret = secrets.includes(key);
      expect(tools.variables.get(key)).toEqual({
        key,
        is_secret: isSecret,
        scopes: isSecret ? ['functions'] : ['builds', 'functions', 'runtime', 'post_processing'],
        values: [{ context: isSecret ? 'production' : 'all', value }],
      });
    }
  });

  test('leaves sign-up on, and skips steps that are done or that the owner skips', async () => {
    const before = await tools.live();
    expect(before).not.toContain('STAFF_SIGN_UP');
    await tools.run();
    expect(await tools.calls()).toEqual(all.filter(isRepeated));
    expect(await tools.live()).toBe(before);
    await tools.run({ 'Do it?': 'skip' });
    expect(await tools.calls()).toEqual([]);
  });

  test('updates a changed setting and deploys again', async () => {
    await using tools = await CloudTools.create();
    await tools.run({ 'Where leads go': '' });
    await tools.calls();
    const changed = (await tools.live()).replace('my-site.netlify.app', 'www.example.com');
    await tools.writeLive(`${changed}RIGHTS_URL='https://texting.example/secret'`);
    tools.domains.push('www.example.com');
    await tools.run();
    expect(await tools.calls()).toContain('netlify deploy --trigger');
    const open = (value: string) => ({ is_secret: false, values: [{ context: 'all', value }] });
    expect(tools.variables.get('SITE_URL')).toMatchObject(open('https://www.example.com'));
    expect(tools.variables.get('WEBHOOK_URL')).toMatchObject(open(''));
    expect(tools.variables.get('RIGHTS_URL')).toMatchObject({ is_secret: true });
  });

  test('says what to do after a failed command, and continues from there in the next run', async () => {
    await using tools = await CloudTools.create();
    const done: string[] = [];
    for (const [i, failing] of all.entries()) {
      await tools.set('failing', failing);
      await expect(tools.run()).rejects.toThrow(
        failing.startsWith('npm')
          ? /^npm .+ failed \(.+\): fix that, then run this command again\.$/
          : /^(npx firebase|gcloud|netlify) .+ failed \(.+\): fix that, then run npm run setup again/,
      );
      const calls = (await tools.calls()).filter((it) => it === failing || !isRepeated(it));
      expect(calls.at(-1), `call ${i}`).toBe(failing);
      expect(calls.slice(0, -1).filter((it) => done.includes(it))).toEqual([]);
      done.push(...calls.slice(0, -1));
    }
    await tools.set('failing', 'nothing');
    await tools.run();
    expect(await tools.calls()).toContain(doctor);
  });
});

test('prints every step with its commands in a dry run, and runs none', async () => {
  const lines: string[] = [];
  dryRun((line) => void lines.push(line));
  const kinds = (calls: readonly string[]) =>
    calls.map((call) => call.replace('my-site-4f2a', '<FIREBASE_PROJECT_ID>').split(' ', 3));
  expect(kinds(shownIn(lines))).toEqual(kinds(all));
  for (const { title } of plan()) expect(lines).toContainEqual(expect.stringContaining(title));
  expect(lines).toContainEqual(expect.stringMatching(/^ +by hand: .+ press Make public/));
  expect(await tools.calls()).toEqual([]);
});

test('docs/deploy.md has the same steps with the same commands in the same order', () => {
  const [, guide = ''] = readFileSync('docs/deploy.md', 'utf8').split('\n## The steps of setup\n');
  const [own = ''] = guide.split('\n## ');
  const documented = own
    .split(/^### \d+\. /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n')[0],
      commands: [...section.matchAll(/^```\n([^`]*)^```$/gm)].flatMap(([, lines = '']) =>
        lines.trim().split('\n'),
      ),
    }));
  expect(documented).toEqual(plan().map(({ title, commands }) => ({ title, commands })));
});

test('setup stopped by Ctrl-C leaves complete files, and continues in the next run', async () => {
  await using tools = await CloudTools.create();
  // A manual edit left the last line without a line break.
  const settings = `FIREBASE_PROJECT_ID='my-site-4f2a'\nWEBHOOK_URL=''\nRETENTION_DAYS=''\nPRIVACY_KEY='k'\nWEBHOOK_SECRET='s'\nHEALTH_TOKEN='t'\nPUBLIC_FIREBASE_API_KEY='a'\nPUBLIC_FIREBASE_AUTH_DOMAIN='my-site-4f2a.firebaseapp.com'\nALERT_URL=''`;
  await tools.writeLive(settings);
  const there = [
    'firebase login',
    'gcloud login',
    'netlify login',
    'project',
    'billing',
    'database',
  ];
  for (const state of [...there, 'app', 'site', 'account']) await tools.set(state);
  await tools.set('hanging', 'gcloud iam service-accounts keys');
  const answer = `url => /env|runQuery/.test(url) ? [] : { account_slug: 'me' }`;
  const noNetwork = `data:text/javascript,globalThis.fetch = async url => Response.json((${answer})(url))`;
  const script = path.resolve('scripts/setup.ts');
  // The owner presses Enter at each question.
  const command = [
    'sh',
    '-c',
    `while echo; do sleep 0.2; done | "$0" "$@"`,
    process.execPath,
    '--import',
    noNetwork,
    script,
  ] as const;
  const env = { ...tools.env(), NETLIFY_AUTH_TOKEN: 'token' };
  const stopped = new RunningSite(tools.root, { command, env });
  await stopped.says(/service-accounts keys create/);
  stopped.signalGroup('SIGINT');
  await stopped.exit;
  expect(readdirSync(tools.root).filter((it) => it.startsWith('.env'))).toEqual(['.env.live']);
  expect(await tools.live()).toBe(settings);
  await tools.set('hanging', 'nothing');
  await tools.run();
  expect(parseEnv(await tools.live())).toMatchObject({
    ALERT_URL: '',
    FIREBASE_SERVICE_ACCOUNT: expect.stringContaining('key-of') as string,
  });
  expect(statSync(path.join(tools.root, '.env.live')).mode & 0o777).toBe(0o600);
});
