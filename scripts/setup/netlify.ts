import * as z from 'zod';
import { command, liveFile, type Step } from './tools.ts';

/** Only the published site gets these, not the deploy preview of a pull request. */
export const secrets = [
  'FIREBASE_SERVICE_ACCOUNT',
  'WEBHOOK_URL',
  'WEBHOOK_SECRET',
  'ALERT_URL',
  'PRIVACY_KEY',
];

const status = command`netlify status --json`;
const statusSchema = z.object({ siteData: z.object({ 'site-url': z.url() }) });

export const netlifySteps: readonly Step[] = [
  {
    title: 'Create the site on Netlify',
    // It fails in a folder without a site.
    isDone: (_, ask) => ask(status).then(Boolean, () => false),
    commands: () => [command`netlify init`],
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
      SITE_URL: domain
        ? `https://${domain}`
        : statusSchema.parse(JSON.parse(printed)).siteData['site-url'],
    }),
  },
  {
    title: 'Set the variables on Netlify',
    commands: (settings) => [
      command`netlify env:import ${liveFile} --json`,
      ...secrets
        .filter((it) => settings[it])
        .flatMap((name) => [
          command`netlify env:unset ${name} --force --context deploy-preview branch-deploy dev dev-server`,
          command`netlify env:set ${name} --secret --force`,
        ]),
      // The API key is in every visitor's browser, but Netlify's scan of the build takes it for a secret.
      command`netlify env:set SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES ${settings.PUBLIC_FIREBASE_API_KEY ?? ''} --force`,
    ],
    isQuiet: true,
  },
  { title: 'Deploy the site', commands: () => [command`netlify deploy --trigger`] },
];
