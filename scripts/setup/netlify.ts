import * as z from 'zod';
import { liveFile, type Live, type Settings } from './live-file.ts';
import type { Ask, Step } from './step.ts';
import type { Command } from './tools.ts';

/** Only the published site gets these, not the deploy preview of a pull request. */
export const secrets = [
  'FIREBASE_SERVICE_ACCOUNT',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'ALERT_URL',
  'PRIVACY_KEY',
];

const secretsOf = (settings: Settings): string[] => secrets.filter((it) => settings[it]);

/** The API key is in every visitor's browser, but Netlify's scan of the build takes it for a secret. */
const notSecret = 'SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES';

const status: Command = ['netlify', 'status', '--json'];
const statusSchema = z.object({
  siteData: z.object({ 'site-id': z.string(), 'site-url': z.url() }),
});
const siteOf = (printed: string) => statusSchema.parse(JSON.parse(printed)).siteData;

const api = (method: string, data: Record<string, unknown>): Command => [
  'netlify',
  'api',
  method,
  '--data',
  JSON.stringify(data),
];

const variablesSchema = z.array(
  z.object({
    key: z.string(),
    is_secret: z.optional(z.boolean()),
    updated_at: z.coerce.date(),
    values: z.array(z.object({ context: z.string() })),
  }),
);
type Variables = z.infer<typeof variablesSchema>;

async function variablesOf(ask: Ask): Promise<{ site_id: string; variables: Variables }> {
  const site_id = siteOf(await ask(status))['site-id'];
  const site: unknown = JSON.parse(await ask(api('getSite', { site_id })));
  const { account_id } = z.object({ account_id: z.string() }).parse(site);
  const answer = await ask(api('getEnvVars', { account_id, site_id }));
  return { site_id, variables: variablesSchema.parse(JSON.parse(answer)) };
}

/** A secret can't be read again, so they are compared by time, as make does. */
function areSet({ settings, changedAt }: Live, variables: Variables): boolean {
  const isSet = (name: string): boolean => {
    const found = variables.find(({ key }) => key === name);
    if (!found || found.updated_at.getTime() < changedAt) return false;
    const isGuarded = found.is_secret && found.values.every((it) => it.context === 'production');
    return isGuarded === true || !secretsOf(settings).includes(name);
  };
  return [...Object.keys(settings), notSecret].every(isSet);
}

const deploysSchema = z.array(
  z.object({ state: z.string(), context: z.string(), created_at: z.coerce.date() }),
);

export const netlifySteps: readonly Step[] = [
  {
    title: 'Create the site on Netlify',
    isDone: (_, ask) =>
      ask(status).then(
        () => true,
        // It fails in a folder without a site.
        () => false,
      ),
    commands: () => [['netlify', 'init']],
  },
  {
    title: 'Say where the site is',
    question: {
      name: 'DOMAIN',
      text: 'The domain of the site, as in www.example.com (empty: the one that Netlify gives, for now)',
      usual: '',
      check: (answer) => {
        if (answer !== '' && URL.parse(`https://${answer}`)?.host !== answer)
          throw new Error('A domain has no https:// and no path.');
      },
    },
    writes: ['SITE_URL'],
    commands: () => [status],
    isQuiet: true,
    read: (printed, domain) => ({
      SITE_URL: domain ? `https://${domain}` : siteOf(printed)['site-url'],
    }),
  },
  {
    title: 'Set the variables on Netlify',
    isDone: async (live, ask) => areSet(live, (await variablesOf(ask)).variables),
    commands: (settings) => [
      ['netlify', 'env:import', liveFile, '--json'],
      ...secretsOf(settings).flatMap((name): Command[] => [
        [
          ...(['netlify', 'env:unset', name, '--force', '--context'] as const),
          ...['deploy-preview', 'branch-deploy', 'dev', 'dev-server'],
        ],
        ['netlify', 'env:set', name, '--secret', '--force'],
      ]),
      ['netlify', 'env:set', notSecret, settings.PUBLIC_FIREBASE_API_KEY ?? '', '--force'],
    ],
    isQuiet: true,
  },
  {
    title: 'Deploy the site',
    isDone: async (_, ask) => {
      const { site_id, variables } = await variablesOf(ask);
      const deploys = deploysSchema.parse(
        JSON.parse(await ask(api('listSiteDeploys', { site_id, per_page: 20 }))),
      );
      const newest = Math.max(...variables.map((it) => it.updated_at.getTime()));
      return deploys.some(
        (it) =>
          it.context === 'production' && it.state !== 'error' && it.created_at.getTime() >= newest,
      );
    },
    commands: () => [['netlify', 'deploy', '--trigger']],
  },
];
