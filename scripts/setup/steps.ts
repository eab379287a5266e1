import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { parseWebhook } from '../../functions/delivery/webhook/webhook.ts';
import { parseAlertTargets } from '../../functions/watch/alert-settings.ts';
import { googleSteps } from './google.ts';
import { command, liveFile, type Question, type Step } from './tools.ts';

/** A step that writes down an answer. */
const setting = (title: string, name: string, question: Omit<Question, 'name'>): Step => ({
  title,
  question: { name, ...question },
  writes: [name],
  read: (_, answer) => ({ [name]: answer }),
});

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

const netlifySteps: readonly Step[] = [
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

/** The steps of docs/deploy.md in its order, but for those that only a person can do. */
export const steps: readonly Step[] = [
  setting('Name the Firebase project', 'FIREBASE_PROJECT_ID', {
    text: 'Id of the Firebase project, as in my-site-4f2a (no other project in the world may have it)',
    check: (answer) => {
      if (!/^[a-z][a-z\d-]{4,28}[a-z\d]$/.test(answer))
        throw new Error('An id has 6 to 30 lowercase letters, digits and hyphens.');
    },
  }),
  setting('Name the webhook', 'WEBHOOK_URL', {
    text: 'Address of the webhook that leads go to (empty: they stay in the inbox)',
    usual: '',
    check: (answer) => parseWebhook({ NETLIFY: 'true', WEBHOOK_URL: answer }),
  }),
  setting('Name the address for alerts', 'ALERT_URL', {
    text: 'Slack-compatible address for alerts (empty: only the inbox shows them)',
    usual: '',
    check: (answer) => parseAlertTargets({ NETLIFY: 'true', ALERT_URL: answer }),
  }),
  {
    title: 'Make the secret of the webhook, which its receiver needs, too',
    writes: ['WEBHOOK_SECRET'],
    read: () => ({ WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}` }),
  },
  {
    title: 'Make the key of the do-not-contact list',
    writes: ['PRIVACY_KEY'],
    read: () => ({ PRIVACY_KEY: randomBytes(32).toString('hex') }),
  },
  ...googleSteps,
  ...netlifySteps,
  {
    title: 'Make an admin',
    question: {
      name: 'EMAIL',
      text: 'In Firebase’s console, add the site’s domain under Authentication, Settings, Authorized domains. Then give your e-mail address here, to get an account that is an admin’s (empty: later)',
      usual: '',
    },
    commands: (_, email) =>
      email ? [command`npm run grant-admin -- ${email} --env ${liveFile}`] : [],
  },
  {
    title: 'Ask the doctor',
    commands: () => [command`npm run doctor -- --env ${liveFile}`],
  },
];
