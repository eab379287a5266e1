import { randomBytes } from 'node:crypto';
import { parseRetention } from '../../functions/env.ts';
import { buildSettings } from '../build/settings.ts';
import { googleSteps } from './google.ts';
import { leadsStep } from './leads.ts';
import { publishSteps, siteSteps } from './netlify.ts';
import { command, liveFile, type Question, type Step } from './tools.ts';

/** A step that writes down an answer. */
const setting = (title: string, name: string, question: Question): Step => ({
  title,
  question,
  writes: [name],
  read: (_, answer) => ({ [name]: answer }),
});

const hexKey = () => randomBytes(32).toString('hex');

const secret = (title: string, name: string, make = hexKey): Step => ({
  title,
  writes: [name],
  read: () => ({ [name]: make() }),
});

/** The steps of docs/deploy.md in its order, but for those that only a person can do. */
export const steps: readonly Step[] = [
  leadsStep,
  setting('Say how long leads are kept', 'RETENTION_DAYS', {
    text: 'Days after which a lead is erased, as the privacy policy says',
    usual: '730',
    check: (answer) => parseRetention({ RETENTION_DAYS: answer }),
  }),
  setting('Say who may sign up', 'STAFF_SIGN_UP', {
    text: 'Who makes the accounts of staff: npm run grant-admin alone (off), or anybody at /auth, who then waits for the role (on)',
    usual: 'off',
    check: (answer) => buildSettings({ STAFF_SIGN_UP: answer }),
  }),
  ...siteSteps,
  secret(
    'Make the secret of the webhook, which its receiver needs, too',
    'WEBHOOK_SECRET',
    () => `whsec_${randomBytes(32).toString('base64')}`,
  ),
  secret('Make the key of the do-not-contact list', 'PRIVACY_KEY'),
  secret('Make the token of monitors', 'HEALTH_TOKEN'),
  ...googleSteps,
  ...publishSteps,
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
