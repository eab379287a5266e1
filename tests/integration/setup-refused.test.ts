import { beforeEach, expect, test } from 'vitest';
import { answers, CloudTools } from '../support/servers/cloud-tools.ts';
import { listOf } from '../support/servers/deployment/google.ts';

const given = Object.values(answers);

let tools: CloudTools;
beforeEach(async () => {
  tools = await CloudTools.create();
  return () => tools[Symbol.asyncDispose]();
});

/** The words of gcloud 500 and newer. */
const keyRefusal = `ERROR: (gcloud.iam.service-accounts.keys.create) FAILED_PRECONDITION: Key creation is not allowed on this service account.
- '@type': type.googleapis.com/google.rpc.PreconditionFailure
  violations:
  - description: Key creation is not allowed on this service account.
    type: constraints/iam.disableServiceAccountKeyCreation`;

test('setup on a plan without scopes keeps secrets from all contexts but production', async () => {
  tools.refusals.set('"scopes":["functions"]', 403);
  await tools.run();
  expect(tools.variables.get('PRIVACY_KEY')).toMatchObject({
    is_secret: true,
    scopes: ['builds', 'functions', 'runtime'],
    values: [{ context: 'production' }],
  });
});

test('setup takes a domain in the owner’s own spelling', async () => {
  await tools.run(Object.values({ ...answers, domain: 'Müller.example' }));
  expect(await tools.live()).toMatch(/^SITE_URL='https:\/\/xn--mller-kva\.example'$/m);
});

test('setup that Firebase refuses a setting says how to change it, and goes on', async () => {
  tools.refusals.set('disabledUserSignup', 400);
  await tools.run();
  expect(tools.printed).toContainEqual(
    expect.stringMatching(/^ +Google refuses this change \(400\): at https:.+ upgrade to Identity/),
  );
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});

test('setup that Netlify refuses says who may do it, or to wait', async () => {
  tools.refusals.set('/env', 401);
  await expect(tools.run()).rejects.toThrow(/^Netlify refuses .+ \(401\): run netlify login as/);
  tools.refusals.set('/env', 503);
  await expect(tools.run()).rejects.toThrow(/^Netlify can't do this now \(503\): wait/);
});

test('setup doesn’t give the site a key that is not the do-not-contact list’s', async () => {
  tools.optOuts = listOf('of another key', ['a1']);
  await expect(tools.run()).rejects.toThrow(
    /^The do-not-contact list was made with another PRIVACY_KEY.+: set PRIVACY_KEY to/,
  );
  expect([...tools.variables.keys()]).toEqual([]);
});

test('setup without .env.live of a site makes no second secret', async () => {
  await tools.run();
  await tools.writeLive('');
  await expect(tools.run()).rejects.toThrow(
    'The site on Netlify has FIREBASE_SERVICE_ACCOUNT, WEBHOOK_SECRET, PRIVACY_KEY, HEALTH_TOKEN, and .env.live here does not: copy .env.live from',
  );
  expect(await tools.live()).not.toMatch(/KEY|SECRET|ACCOUNT/);
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
  await tools.set(`logged out ${tool}`);
  await expect(tools.run()).rejects.toThrow(
    `${tool} isn’t logged in${because}: run ${login}, then run npm run setup again`,
  );
  expect(await tools.calls()).toEqual([]);
});

test('setup asks for another id if the one of the Firebase project is taken', async () => {
  await tools.run(given.toSpliced(given.indexOf(answers.project), 0, 'somebodys-site'));
  expect(tools.printed).toContainEqual(
    expect.stringMatching(/^The id somebodys-site is taken\. If .+ choose another one\.$/),
  );
  expect(await tools.live()).toContain("FIREBASE_PROJECT_ID='my-site-4f2a'");
  expect(await tools.live()).not.toContain('somebodys-site');
});

async function useProject(...names: string[]) {
  const apps = names.map((displayName) => ({ displayName, platform: 'WEB' }));
  await tools.set('project');
  await tools.set('app', apps.map((it) => JSON.stringify(it)).join());
}

test('setup asks before it uses a Firebase project that has something, and names that', async () => {
  await useProject('Shop');
  tools.rules = 'allow read;';
  const begin = given.slice(0, given.indexOf(answers.project) + 1);
  await expect(tools.run([...begin, 'hm', 'no'])).rejects.toThrow(/^Id of the Firebase project/);
  expect(tools.printed).toContainEqual(
    expect.stringMatching(
      /^The project my-site-4f2a is in use already: it has Firestore rules and the app Shop\. Setup replaces/,
    ),
  );
  expect(await tools.calls()).toEqual(['netlify init']);
  await tools.run([answers.project, 'yes', ...given.slice(begin.length)]);
  expect(await tools.calls()).toContain(
    'firebase deploy --only firestore,auth --project my-site-4f2a',
  );
});

test('setup of a project with two web apps says how to choose one', async () => {
  await useProject('Shop', 'Blog');
  await expect(tools.run()).rejects.toThrow(
    /^The project my-site-4f2a has several web apps \(Shop, Blog\).+: write its apiKey as PUBLIC_/,
  );
});

test('setup makes no account before the new deploy is published', async () => {
  tools.deploy = ['new', 'building', 'ready, but not published', 'error'];
  await expect(tools.run()).rejects.toThrow(
    'The deploy failed: fix what its log says (https://app.netlify.example/deploy-1), then run',
  );
  expect(await tools.calls()).not.toContainEqual(expect.stringContaining('grant-admin'));
});

test('setup for whom an organization forbids the key says who can allow it', async () => {
  await tools.set('failing', 'gcloud iam service-accounts keys');
  await tools.set('refusal', keyRefusal);
  await expect(tools.run()).rejects.toThrow(
    /^Your organization forbids keys of service accounts, as Google Workspace .+iam-admin\/orgpolicies/,
  );
});

test('setup says why gcloud refused something, not what gcloud suggests last', async () => {
  await tools.set('failing', 'gcloud iam service-accounts keys');
  const why = 'You do not currently have an active account selected.';
  await tools.set('refusal', `ERROR: (gcloud.auth) ${why}\nPlease run:\n\n  $ gcloud auth login`);
  await expect(tools.run()).rejects.toThrow(
    / failed \(You do not .+ account selected\): fix that,/,
  );
});

test('setup on Windows starts tools whose files need its shell', async () => {
  await using tools = await CloudTools.create({ extension: '.CMD' });
  const windows = { platform: 'win32', env: { ...tools.env(), PATHEXT: '.EXE;.CMD' } } as const;
  await tools.run(given, windows);
  const calls = await tools.calls();
  const create = 'firebase firestore:databases:create (default) --location nam5';
  expect(calls).toContainEqual(expect.stringMatching(RegExp.escape(create)));
  expect(calls.at(-1)).toMatch(/^npm run doctor/);
  const lost = { ...windows, env: { ...windows.env, PATH: '' } };
  await expect(tools.run([], lost)).rejects.toThrow(/^firebase can’t be started: install it/);
  await tools.set('failing', 'npm run grant-admin');
  await expect(tools.run(['100%@example.com'], windows)).rejects.toThrow(
    'Windows can’t pass 100%@example.com on to npm: leave out quotes and percent signs.',
  );
});

test('setup asks again when an answer can’t be right', async () => {
  const { leads, webhook, alerts, retention, signUp, admin, ...others } = answers;
  const wrong = ['', 'phone', leads, 'hooks', "https://hooks.example/'", webhook];
  const rest = [retention, signUp, 'My Site', ...Object.values(others), 'you', admin];
  await tools.run([...wrong, alerts, ...rest]);
  for (const sentence of [
    /^This question needs an answer\.$/,
    /^Answer mail, webhook/,
    /^WEBHOOK_URL must be/,
    /can’t have a quote/,
    /^An id has 6/,
    /^Give one e-mail address/,
  ])
    expect(tools.printed).toContainEqual(expect.stringMatching(sentence));
});
