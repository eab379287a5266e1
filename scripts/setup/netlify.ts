import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { jsonIn } from '../../src/shared/json.ts';
import { ensure } from '../command.ts';
import { checkConnection, reach } from '../doctor/google.ts';
import { command, liveFile, must, run, type Settings, type SetupDeps, type Step } from './tools.ts';

/**
 * What nobody but the functions of the published site may see: no build, and no deploy preview of a pull
 * request.
 */
export const secrets = [
  'FIREBASE_SERVICE_ACCOUNT',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'SMTP_URL',
  'NOTICE_TO',
  'RIGHTS_URL',
  'ALERT_URL',
  'PRIVACY_KEY',
  'OPT_OUT_SECRET',
  'HEALTH_TOKEN',
];

const status = command`netlify status --json`;
const statusSchema = z.object({
  siteData: z.object({ 'site-id': z.string(), 'site-url': z.url() }),
});
const siteIn = (printed: string) => statusSchema.parse(JSON.parse(printed)).siteData;

const ownerSchema = z.object({ account_slug: z.string() });
const variablesSchema = z.array(z.object({ key: z.string() }));

/** Netlify's API for the site. */
async function openSite(deps: SetupDeps) {
  const { 'site-id': id } = siteIn(await run(status, true, deps));
  const headers = {
    authorization: `Bearer ${await deps.netlifyToken()}`,
    'content-type': 'application/json',
  };
  const call = (method: string, path: string, body?: unknown) => {
    const url = new URL(`https://api.netlify.com/api/v1${path}`);
    return reach(deps.fetch, url, { method, headers, body: JSON.stringify(body) }, checkConnection);
  };
  return { id, call };
}

/**
 * The variables of the site. Netlify's command line would take a value as an argument, which other users of
 * this machine can read, or set it for all contexts and scopes, so this calls Netlify's API.
 * https://open-api.netlify.com/#tag/environmentVariables
 */
async function openVariables(deps: SetupDeps) {
  const { id, call } = await openSite(deps);
  const { account_slug } = ownerSchema.parse(contentOf(await call('GET', `/sites/${id}`)));
  const place = (key = '') => `/accounts/${account_slug}/env${key}?site_id=${id}`;
  const variables = variablesSchema.parse(contentOf(await call('GET', place())));
  const names = variables.map(({ key }) => key);
  const set = (it: { key: string } & Record<string, unknown>) =>
    names.includes(it.key) ? call('PUT', place(`/${it.key}`), it) : call('POST', place(), [it]);
  return { names, set };
}

function contentOf({ status, text }: Awaited<ReturnType<typeof reach>>): unknown {
  const problem = [401, 403, 404].includes(status)
    ? `refuses access to the site (${status}): run netlify login as somebody who may change its variables`
    : `can't do this now (${status}): wait some minutes`;
  ensure(status < 300, `Netlify ${problem}, then run npm run setup again.`);
  return jsonIn(text);
}

/** All that a secret can have. */
const scopes = ['builds', 'functions', 'runtime'];

async function setVariables(settings: Settings, deps: SetupDeps): Promise<void> {
  const { set } = await openVariables(deps);
  for (const [key, value] of Object.entries(settings)) {
    // An empty address isn't a secret: it says that none is wanted.
    const is_secret = secrets.includes(key) && value !== '';
    const values = [{ context: is_secret ? 'production' : 'all', value }];
    const wanted = is_secret ? ['functions'] : [...scopes, 'post_processing'];
    let answer = await set({ key, is_secret, values, scopes: wanted });
    // So Netlify says that the plan has no scopes.
    if (is_secret && answer.status === 403) answer = await set({ key, is_secret, values, scopes });
    contentOf(answer);
  }
}

/** Nobody can read a secret that is on Netlify, and another one in its place could lose something. */
async function compareSecrets(settings: Settings, deps: SetupDeps): Promise<void> {
  const { names } = await openVariables(deps);
  const missing = secrets.filter((it) => names.includes(it) && settings[it] === undefined);
  ensure(
    missing.length === 0,
    `The site on Netlify has ${missing.join(', ')}, and ${liveFile} here does not: copy ${liveFile} from the computer that set the site up, then run npm run setup again. If it is lost, see “On another computer” in docs/deploy.md.`,
  );
}

const triggeredSchema = z.object({ deploy_id: z.string(), logs: z.string() });
const deploySchema = z.object({ state: z.string(), published_at: z.string().nullish() });
const lookEveryMs = 5000;

/** Before that, whoever signs up or sends a lead meets the previous deploy, which lacks the variables. */
async function untilPublished(_: Settings, deps: SetupDeps, printed: string): Promise<void> {
  const { deploy_id, logs } = triggeredSchema.parse(JSON.parse(printed));
  deps.print(
    `      Waiting until Netlify has built and published it, some minutes: ${logs} (if publishing is locked, publish it there)`,
  );
  const { call } = await openSite(deps);
  for (;;) {
    const answer = contentOf(await call('GET', `/deploys/${deploy_id}`));
    const { state, published_at } = deploySchema.parse(answer);
    if (published_at) return;
    ensure(
      !['error', 'rejected'].includes(state),
      `The deploy failed: fix what its log says (${logs}), then run npm run setup again.`,
    );
    await deps.pause(lookEveryMs);
  }
}

const variablesPage = 'on Netlify, under Project configuration, Environment variables';

export const siteSteps: readonly Step[] = [
  {
    title: 'Create the site on Netlify',
    // It fails in a folder without a site.
    isDone: (_, ask) => ask(status).then(Boolean, () => false),
    commands: () => [command`netlify init`],
  },
  {
    title: `Look for secrets of the site that ${liveFile} lacks`,
    work: { byHand: `look ${variablesPage}`, run: compareSecrets },
  },
];

export const publishSteps: readonly Step[] = [
  {
    title: 'Say where the site is',
    question: {
      name: 'DOMAIN',
      text: 'The domain of the site, as in www.example.com (empty: the one that Netlify gives, for now)',
      usual: '',
      check: must(
        (it) => it === '' || URL.parse(`https://${it}`)?.href === `https://${domainToASCII(it)}/`,
        'A domain has no https:// and no path.',
      ),
    },
    writes: ['SITE_URL'],
    commands: () => [status],
    read: (printed, domain) => ({
      SITE_URL: domain ? new URL(`https://${domain}`).origin : siteIn(printed)['site-url'],
    }),
  },
  {
    title: 'Set the variables on Netlify',
    work: {
      byHand: `${variablesPage}, add each line of ${liveFile}. Mark these as secret, for production and for functions only: ${secrets.join(', ')}. Also add SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES with the API key`,
      run: (settings, deps) =>
        setVariables(
          {
            ...settings,
            // The API key is in every visitor's browser, but Netlify's scan of the build takes it for a secret.
            SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES: settings.PUBLIC_FIREBASE_API_KEY ?? '',
          },
          deps,
        ),
    },
  },
  {
    title: 'Deploy the site',
    commands: () => [command`netlify deploy --trigger --json`],
    work: { byHand: 'wait until the deploy is published', run: untilPublished },
  },
];
