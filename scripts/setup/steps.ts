import { randomBytes } from 'node:crypto';
import { parseWebhook } from '../../functions/delivery/webhook/webhook.ts';
import { parseAlertTargets } from '../../functions/watch/alert-settings.ts';
import { googleSteps } from './google.ts';
import { netlifySteps } from './netlify.ts';
import { command, liveFile, type Question, type Step } from './tools.ts';

/** A step that writes down an answer. */
const setting = (title: string, name: string, question: Omit<Question, 'name'>): Step => ({
  title,
  question: { name, ...question },
  writes: [name],
  read: (_, answer) => ({ [name]: answer }),
});

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
      text: 'In Firebase’s console, add the site’s domain under Authentication, Settings, Authorized domains. Then sign up at /auth on the site, follow the link in the e-mail, and give your address here (empty: later)',
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
