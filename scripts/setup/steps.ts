/** The steps of a deployment. A test checks that docs/deploy.md has the same titles and commands in this order. */
import { domainToASCII } from 'node:url';
import * as z from 'zod';
import { isNetlifyLogin } from '../../functions/canary/netlify-login.ts';
import { parseRetention } from '../../functions/env.ts';
import { isSentence } from '../command.ts';
import { isEmail } from '../../src/shared/contact.ts';
import { privacyKey } from '../doctor/firestore.ts';
import { accessBy, checkConnection, reach } from '../doctor/google.ts';
import { authorizedDomains, signIn } from '../doctor/sign-in.ts';
import { makePublic } from '../doctor/site.ts';
import { newKey, newSecret } from '../local/environment.ts';
import { askWhereLeadsGo } from './where-leads-go.ts';
import {
  refuseToReplaceSecrets,
  requireDeploy,
  secrets,
  setVariables,
  siteIn,
  status,
} from './netlify.ts';
import {
  answerTo,
  finds,
  isSet,
  liveFile,
  must,
  type Settings,
  type SetupDeps,
  type Step,
} from './step.ts';
import { command, ownerToken } from '../tools.ts';

const idOf = (settings: Settings) => settings.FIREBASE_PROJECT_ID;

const account = (settings: Settings) => `site-functions@${idOf(settings)}.iam.gserviceaccount.com`;

/** Read and write documents, and look up accounts. The doctor needs the last two to compare indexes and rules. */
const roles = ['datastore.user', 'firebaseauth.viewer', 'datastore.viewer', 'firebaserules.viewer'];

const listSchema = z.object({ result: z.array(z.record(z.string(), z.unknown())) });
const lists = (printed: string, name: string, ending: string | undefined) =>
  listSchema
    .parse(JSON.parse(printed))
    .result.some((entry) => String(entry[name]).endsWith(ending ?? ''));

const sdkSchema = z.object({
  result: z.object({ sdkConfig: z.object({ apiKey: z.string(), authDomain: z.string() }) }),
});
const keySchema = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string(),
});

/** Calls Google's APIs with the owner's rights, because roles of a new service account take minutes to apply. */
async function asOwner(settings: Settings, deps: SetupDeps) {
  const id = idOf(settings) ?? '';
  const authorization = `Bearer ${await ownerToken(deps)}`;
  return accessBy({ authorization, 'x-goog-user-project': id }, id, deps.fetch);
}

const secretMakers = { WEBHOOK_SECRET: newSecret, PRIVACY_KEY: newKey, HEALTH_TOKEN: newKey };

const variablesPage = 'on Netlify, under Project configuration, Environment variables';

/** For steps after the deploy: setup would deploy again, which costs credits. */
const again = 'then run this command again.';

export const steps: readonly Step[] = [
  {
    title: 'Log in to Firebase',
    isDone: finds(() => command`firebase projects:list --json`, Boolean),
    commands: () => [command`firebase login`],
  },
  {
    title: 'Log in to Google Cloud',
    // If no user is logged in, the command succeeds without output.
    isDone: finds(
      () => command`gcloud auth list --filter=status:ACTIVE --format=value(account)`,
      (printed) => printed.trim() !== '',
    ),
    commands: () => [command`gcloud auth login`],
  },
  {
    title: 'Log in to Netlify',
    isDone: finds(() => command`netlify api getCurrentUser`, Boolean),
    commands: () => [command`netlify login`],
  },
  {
    title: 'Choose where leads and alerts go',
    isDone: isSet('WEBHOOK_URL', 'ALERT_URL'),
    asks: askWhereLeadsGo,
    byHand: `write WEBHOOK_URL, ALERT_URL and, for mail, SMTP_URL into ${liveFile} (docs/be-told.md)`,
  },
  {
    title: 'Choose how long leads are kept',
    isDone: isSet('RETENTION_DAYS'),
    asks: async (_, deps) => ({
      RETENTION_DAYS: await answerTo(deps, {
        text: 'Days after which a lead is erased, as the privacy policy says',
        usual: '730',
        check: (answer) => parseRetention({ RETENTION_DAYS: answer }),
      }),
    }),
    byHand: `write RETENTION_DAYS into ${liveFile}`,
  },
  {
    title: 'Create the site on Netlify',
    isDone: finds(() => status, Boolean),
    commands: () => [command`netlify init`],
  },
  {
    title: 'Make the secrets',
    isDone: async (settings, deps) => {
      await refuseToReplaceSecrets(settings, deps);
      return isSet(...Object.keys(secretMakers))(settings);
    },
    work: (settings) =>
      Object.fromEntries(
        Object.entries(secretMakers).flatMap(([name, make]) =>
          settings[name] === undefined ? [[name, make()]] : [],
        ),
      ),
    byHand: `write WEBHOOK_SECRET (whsec_ and the output of openssl rand -base64 32), PRIVACY_KEY and HEALTH_TOKEN (for each, an output of openssl rand -hex 32) into ${liveFile}`,
  },
  {
    title: 'Create the Firebase project',
    isDone: async (settings, deps) =>
      idOf(settings) !== undefined &&
      (await finds(
        () => command`firebase projects:list --json`,
        (printed) => lists(printed, 'projectId', idOf(settings)),
      )(settings, deps)),
    asks: async (known, deps) => ({
      FIREBASE_PROJECT_ID:
        idOf(known) ??
        (await answerTo(deps, {
          text: 'Id of the Firebase project, as in my-site-4f2a: a new one, which no other project in the world has, or one of yours that nothing else uses',
          check: must(
            /^[a-z][a-z\d-]{4,28}[a-z\d]$/,
            'An id has 6 to 30 lowercase letters, digits and hyphens.',
          ),
        })),
    }),
    commands: (settings) => [command`firebase projects:create ${idOf(settings)}`],
    again: 'then run npm run setup again. If the id is taken, give another one.',
  },
  {
    title: 'Link a billing account',
    isDone: finds(
      (settings) =>
        command`gcloud billing projects describe ${idOf(settings)} --format=value(billingEnabled)`,
      (printed) => printed.trim() === 'True',
    ),
    question: {
      name: 'BILLING_ACCOUNT',
      text: 'Billing account, as in 0X0X0X-0X0X0X-0X0X0X (gcloud billing accounts list shows yours)',
    },
    commands: (settings) => [
      command`gcloud billing projects link ${idOf(settings)} --billing-account=${settings.BILLING_ACCOUNT}`,
    ],
  },
  {
    title: 'Enable Google’s services',
    commands: (settings) => [
      command`gcloud services enable firestore.googleapis.com firebaserules.googleapis.com identitytoolkit.googleapis.com iam.googleapis.com --project ${idOf(settings)}`,
    ],
  },
  {
    title: 'Create the database',
    isDone: finds(
      (settings) => command`firebase firestore:databases:list --json --project ${idOf(settings)}`,
      (printed) => lists(printed, 'name', '/databases/(default)'),
    ),
    question: {
      name: 'LOCATION',
      text: 'Location of the database, which can’t be changed later (nam5: several regions of the United States; us-south1: Dallas, at about half the price)',
      usual: 'nam5',
    },
    commands: (settings) => [
      command`firebase firestore:databases:create (default) --location ${settings.LOCATION} --delete-protection ENABLED --project ${idOf(settings)}`,
    ],
  },
  {
    title: 'Create the web app',
    isDone: finds(
      (settings) => command`firebase apps:list WEB --json --project ${idOf(settings)}`,
      (printed) => listSchema.parse(JSON.parse(printed)).result.length > 0,
    ),
    commands: (settings) => [command`firebase apps:create WEB site --project ${idOf(settings)}`],
  },
  {
    title: 'Read the web app’s settings',
    isDone: isSet('PUBLIC_FIREBASE_API_KEY'),
    commands: (settings) => [
      command`firebase apps:sdkconfig WEB --json --project ${idOf(settings)}`,
    ],
    read: (printed) => {
      const { apiKey, authDomain } = sdkSchema.parse(JSON.parse(printed)).result.sdkConfig;
      return { PUBLIC_FIREBASE_API_KEY: apiKey, PUBLIC_FIREBASE_AUTH_DOMAIN: authDomain };
    },
    again: `then run npm run setup again. If the project has several web apps, write the apiKey of the site’s as PUBLIC_FIREBASE_API_KEY and its authDomain as PUBLIC_FIREBASE_AUTH_DOMAIN into ${liveFile} first.`,
  },
  {
    title: 'Deploy the rules, the indexes and sign-in, which replaces the project’s own',
    commands: (settings) => [
      command`firebase deploy --only firestore,auth --project ${idOf(settings)}`,
    ],
  },
  {
    title: 'Create the service account',
    isDone: finds(
      (settings) =>
        command`gcloud iam service-accounts list --format=value(email) --project ${idOf(settings)}`,
      (printed, settings) => printed.split(/[\s;]+/).includes(account(settings)),
    ),
    commands: (settings) => [
      command`gcloud iam service-accounts create site-functions --project ${idOf(settings)}`,
    ],
  },
  {
    title: 'Give it its roles',
    commands: (settings) =>
      roles.map(
        (role) =>
          command`gcloud projects add-iam-policy-binding ${idOf(settings)} --role roles/${role} --member serviceAccount:${account(settings)} --condition None --format=none`,
      ),
  },
  {
    title: 'Create its key',
    isDone: isSet('FIREBASE_SERVICE_ACCOUNT'),
    // The dash prints the key instead of writing a file.
    commands: (settings) => [
      command`gcloud iam service-accounts keys create - --iam-account=${account(settings)}`,
    ],
    // Keep three fields only: all variables of a function may have about 4 KB.
    read: (printed) => ({
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify(keySchema.parse(JSON.parse(printed))),
    }),
    again:
      'then run npm run setup again. If your organization forbids keys, see “If Google forbids the key” in docs/deploy.md.',
  },
  {
    title: 'Compare PRIVACY_KEY with the do-not-contact list',
    // Must come before the site gets the key. Throws the doctor's sentence if they differ.
    isDone: async (settings, deps) =>
      Boolean(await privacyKey(settings, await asOwner(settings, deps))),
    byHand: 'never change PRIVACY_KEY while somebody is on the list',
  },
  {
    title: 'Choose the site’s address',
    isDone: isSet('SITE_URL'),
    question: {
      name: 'DOMAIN',
      text: 'The domain of the site, as in www.example.com (empty: the one that Netlify gives, for now)',
      usual: '',
      check: must(
        (domain) =>
          domain === '' ||
          URL.parse(`https://${domain}`)?.href === `https://${domainToASCII(domain)}/`,
        'A domain has no https:// and no path.',
      ),
    },
    commands: () => [status],
    read: (printed, { DOMAIN }) => ({
      SITE_URL: DOMAIN ? new URL(`https://${DOMAIN}`).origin : siteIn(printed)['site-url'],
    }),
  },
  {
    title: 'Set the variables on Netlify',
    work: setVariables,
    byHand: `${variablesPage}, add each line of ${liveFile}. Mark these as secret, for production and for functions only: ${secrets.join(', ')}. Also add SECRETS_SCAN_SMART_DETECTION_OMIT_VALUES with the API key`,
  },
  {
    title: 'Deploy the site',
    commands: () => [command`netlify deploy --trigger`, command`netlify watch`],
    work: requireDeploy,
  },
  {
    title: 'Make the project public',
    isDone: async ({ SITE_URL = '' }, { fetch }) => {
      const site = URL.parse(SITE_URL);
      // If the site can't be reached, the doctor reports it.
      const home = site && (await reach(fetch, site, {}, checkConnection).catch(() => null));
      return !home || !isNetlifyLogin(home);
    },
    byHand: `${makePublic}. Then open the site in a private window of your browser`,
  },
  {
    title: 'Authorize the domain at Firebase',
    isDone: async (settings, deps) => {
      try {
        const { found } = await signIn(await asOwner(settings, deps));
        return Boolean(authorizedDomains(settings, new URL(settings.SITE_URL ?? ''), found));
      } catch (error) {
        if (!isSentence(error)) throw error;
        // The sentence has the address of the page.
        deps.print(`      ${error.message}`);
        return false;
      }
    },
    byHand:
      'in Firebase’s console, under Authentication, Settings, Authorized domains, press Add domain and enter the domain of SITE_URL',
  },
  {
    title: 'Make an admin',
    question: {
      name: 'EMAIL',
      text: 'Your e-mail address, to make you an admin (empty: later)',
      usual: '',
      check: must((answer) => answer === '' || isEmail(answer), 'Give one e-mail address.'),
    },
    commands: ({ EMAIL }) =>
      EMAIL ? [command`npm run grant-admin -- ${EMAIL} --env ${liveFile}`] : [],
    again,
  },
  {
    title: 'Ask the doctor',
    commands: () => [command`npm run doctor -- --env ${liveFile}`],
    again,
  },
];
