/**
 * Sets the site's variables by Netlify's API. `netlify env:import` would show each value to builds and deploy previews,
 * so the code of any pull request could read them. `netlify env:set --secret` takes the value as an argument, which
 * other users of this machine can read. https://open-api.netlify.com/#tag/environmentVariables
 */
import * as z from 'zod';
import { jsonIn } from '../../src/shared/json.ts';
import { ensure } from '../command.ts';
import { checkConnection, reach } from '../doctor/google.ts';
import { liveFile, type Settings, type SetupDeps } from './step.ts';
import { command, run, setupAgain } from '../tools.ts';

/** Variables for the functions of the published site only. Builds and deploy previews don't get them. */
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

export const status = command`netlify status --json`;

const statusSchema = z.object({
  siteData: z.object({ 'site-id': z.string(), 'site-url': z.url() }),
});
export const siteIn = (printed: string) => statusSchema.parse(JSON.parse(printed)).siteData;

const siteSchema = z.object({ account_slug: z.string() });
const variablesSchema = z.array(z.object({ key: z.string() }));
const deploysSchema = z.array(z.object({ state: z.string(), published_at: z.string().nullish() }));

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

async function openVariables(deps: SetupDeps) {
  const { id, call } = await openSite(deps);
  const { account_slug } = siteSchema.parse(contentOf(await call('GET', `/sites/${id}`)));
  const place = (key = '') => `/accounts/${account_slug}/env${key}?site_id=${id}`;
  const names = variablesSchema.parse(contentOf(await call('GET', place()))).map(({ key }) => key);
  const set = (variable: { key: string } & Record<string, unknown>) =>
    names.includes(variable.key)
      ? call('PUT', place(`/${variable.key}`), variable)
      : call('POST', place(), [variable]);
  return { names, set };
}

function contentOf({ status, text }: Awaited<ReturnType<typeof reach>>): unknown {
  const problem = [401, 403, 404].includes(status)
    ? `refuses access to the site (${status}): run netlify login as somebody who may change its variables`
    : `can't do this now (${status}): wait some minutes`;
  ensure(status < 300, `Netlify ${problem}, ${setupAgain}`);
  return jsonIn(text);
}

/** All scopes that a secret may have. */
const scopes = ['builds', 'functions', 'runtime'];

export async function setVariables(settings: Settings, deps: SetupDeps): Promise<void> {
  const { set } = await openVariables(deps);
  const all = {
    ...settings,
    // The API key is public, but Netlify's scan of the build takes it for a secret.
    SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES: settings.PUBLIC_FIREBASE_API_KEY ?? '',
  };
  for (const [key, value] of Object.entries(all)) {
    // An empty value isn't a secret: it turns the feature off.
    const is_secret = secrets.includes(key) && value !== '';
    const values = [{ context: is_secret ? 'production' : 'all', value }];
    const wanted = is_secret ? ['functions'] : [...scopes, 'post_processing'];
    let answer = await set({ key, is_secret, values, scopes: wanted });
    // Netlify answers 403 if the plan has no scopes.
    if (is_secret && answer.status === 403) answer = await set({ key, is_secret, values, scopes });
    contentOf(answer);
  }
}

/** Secrets on Netlify can't be read back, and a replaced key could make stored data useless. */
export async function refuseToReplaceSecrets(settings: Settings, deps: SetupDeps): Promise<void> {
  const { names } = await openVariables(deps);
  const missing = secrets.filter((name) => names.includes(name) && settings[name] === undefined);
  ensure(
    missing.length === 0,
    `The site on Netlify has ${missing.join(', ')}, and ${liveFile} here does not: copy ${liveFile} from the computer that set the site up, ${setupAgain} If it is lost, see “On another computer” in docs/deploy.md.`,
  );
}

/** Checks the deploy, because `netlify watch` reports no error if the build fails. */
export async function requireDeploy(_: Settings, deps: SetupDeps): Promise<void> {
  const { id, call } = await openSite(deps);
  const [deploy] = deploysSchema.parse(
    contentOf(await call('GET', `/sites/${id}/deploys?production=true&per_page=1`)),
  );
  ensure(
    deploy?.published_at,
    `The deploy is not published (${deploy?.state ?? 'there is none'}): read its log at https://app.netlify.com, under Deploys, and fix what it says, ${setupAgain} If publishing is locked, press Publish deploy there.`,
  );
}
