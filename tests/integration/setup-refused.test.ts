import { expect, test } from 'vitest';
import { answers, CloudTools } from '../support/servers/cloud-tools.ts';
import { listOf } from '../support/servers/deployment/google.ts';

test('setup on a plan without scopes keeps secrets from all contexts but production', async () => {
  await using tools = await CloudTools.create();
  tools.refusals.set('"scopes":["functions"]', 403);
  await tools.run();
  expect(tools.variables.get('PRIVACY_KEY')).toMatchObject({
    is_secret: true,
    scopes: ['builds', 'functions', 'runtime'],
    values: [{ context: 'production' }],
  });
});

test('setup that Firebase refuses a setting says how to change it, and goes on', async () => {
  await using tools = await CloudTools.create();
  tools.refusals.set('disabledUserSignup', 400);
  await tools.run();
  expect(tools.printed).toContainEqual(
    expect.stringMatching(/^ +Google refuses this change \(400\): at https:.+ upgrade to Identity/),
  );
  expect((await tools.calls()).at(-1)).toMatch(/^npm run doctor/);
});

test('setup that Netlify refuses says who may do it', async () => {
  await using tools = await CloudTools.create();
  tools.refusals.set('/env', 401);
  await expect(tools.run()).rejects.toThrow(/^Netlify refuses .+ \(401\): run netlify login as/);
});

test('setup doesn’t give the site a key that is not the do-not-contact list’s', async () => {
  await using tools = await CloudTools.create();
  tools.optOuts = listOf('of another key', ['a1']);
  await expect(tools.run()).rejects.toThrow(
    /^The do-not-contact list was made with another PRIVACY_KEY.+: set PRIVACY_KEY to/,
  );
  expect([...tools.variables.keys()]).toEqual([]);
});

test('setup without .env.live of a site makes no second secret', async () => {
  await using tools = await CloudTools.create();
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
