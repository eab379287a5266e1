import * as z from 'zod';
import { accessBy, checkConnection, reach } from '../doctor/google.ts';
import { privacyKey } from '../doctor/firestore.ts';
import { idOf, listOf, ownApp, ownerHeaders, projectStep } from './project.ts';
import { command, type Settings, type SetupDeps, type Step } from './tools.ts';

/** Read and write documents and look up accounts; the last two let the doctor compare. */
const roles = ['datastore.user', 'firebaseauth.viewer', 'datastore.viewer', 'firebaserules.viewer'];

const account = (settings: Settings): string =>
  `site-functions@${idOf(settings)}.iam.gserviceaccount.com`;

const sdkSchema = z.object({
  result: z.object({ sdkConfig: z.object({ apiKey: z.string(), authDomain: z.string() }) }),
});
const keySchema = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string(),
});

const consoleOf = (settings: Settings) =>
  `https://console.firebase.google.com/project/${idOf(settings)}/authentication`;

/**
 * Sets what `firebase deploy` can't: links by e-mail, and whether anybody may sign up. The doctor checks
 * both. https://cloud.google.com/identity-platform/docs/reference/rest/v2/projects/updateConfig
 */
async function setSignIn(settings: Settings, deps: SetupDeps): Promise<void> {
  const headers = await ownerHeaders(settings, deps);
  const set = async (mask: string, body: object, byHand: string) => {
    const url = `https://identitytoolkit.googleapis.com/admin/v2/projects/${idOf(settings)}/config?updateMask=${mask}`;
    const change = { method: 'PATCH', headers, body: JSON.stringify(body) };
    const { status } = await reach(deps.fetch, new URL(url), change, checkConnection);
    if (status !== 200) deps.print(`      Google refuses this change (${status}): ${byHand}.`);
  };
  await set(
    'signIn.email.enabled,signIn.email.passwordRequired',
    { signIn: { email: { enabled: true, passwordRequired: false } } },
    `turn on Email/Password and its Email link at ${consoleOf(settings)}/providers`,
  );
  await set(
    'client.permissions.disabledUserSignup',
    { client: { permissions: { disabledUserSignup: settings.STAFF_SIGN_UP === 'off' } } },
    `at ${consoleOf(settings)}/settings, upgrade to Identity Platform, which is free for 50,000 people a month, then run npm run setup again`,
  );
}

export const googleSteps: readonly Step[] = [
  projectStep,
  {
    title: 'Add a billing account',
    question: {
      name: 'BILLING_ACCOUNT',
      text: 'Billing account, as in 0X0X0X-0X0X0X-0X0X0X (gcloud billing accounts list shows yours)',
    },
    isDone: async (it, ask) => {
      const about = command`gcloud billing projects describe ${idOf(it)} --format=value(billingEnabled)`;
      return (await ask(about)).trim() === 'True';
    },
    commands: (it, answer) => [
      command`gcloud billing projects link ${idOf(it)} --billing-account=${answer}`,
    ],
  },
  {
    title: 'Enable the services',
    commands: (it) => [
      command`gcloud services enable firestore.googleapis.com firebaserules.googleapis.com identitytoolkit.googleapis.com iam.googleapis.com --project ${idOf(it)}`,
    ],
  },
  {
    title: 'Create the database',
    question: {
      name: 'LOCATION',
      text: 'Location of the database, which can’t be changed later (nam5: several regions of the United States; us-south1: Dallas, at about half the price)',
      usual: 'nam5',
    },
    isDone: async (it, ask) => {
      const list = command`firebase firestore:databases:list --json --project ${idOf(it)}`;
      return listOf(await ask(list)).some(({ name }) =>
        String(name).endsWith('/databases/(default)'),
      );
    },
    commands: (it, answer) => [
      command`firebase firestore:databases:create (default) --location ${answer} --delete-protection ENABLED --project ${idOf(it)}`,
    ],
  },
  {
    title: 'Create the web app',
    isDone: async (it, ask) => {
      const list = command`firebase apps:list WEB --json --project ${idOf(it)}`;
      return listOf(await ask(list)).length > 0;
    },
    commands: (it) => [command`firebase apps:create WEB ${ownApp} --project ${idOf(it)}`],
  },
  {
    title: 'Read the web app’s settings',
    writes: ['PUBLIC_FIREBASE_API_KEY', 'PUBLIC_FIREBASE_AUTH_DOMAIN'],
    commands: (it) => [command`firebase apps:sdkconfig WEB --json --project ${idOf(it)}`],
    read: (printed) => {
      const { apiKey, authDomain } = sdkSchema.parse(JSON.parse(printed)).result.sdkConfig;
      return { PUBLIC_FIREBASE_API_KEY: apiKey, PUBLIC_FIREBASE_AUTH_DOMAIN: authDomain };
    },
  },
  {
    title: 'Deploy rules (who may read the database), indexes (for its searches) and sign-in',
    commands: (it) => [command`firebase deploy --only firestore,auth --project ${idOf(it)}`],
  },
  {
    title: 'Turn on links by e-mail, and sign-up or not',
    work: {
      byHand:
        'in Firebase’s console, under Authentication, turn on Email link under Sign-in method, and sign-up or not under Settings, User actions',
      run: setSignIn,
    },
  },
  {
    title: 'Compare the key of the do-not-contact list with the list',
    work: {
      byHand: 'never change PRIVACY_KEY while somebody is on the list',
      // The doctor's check, before the site gets the key.
      run: async (it, deps) => {
        await privacyKey(it, accessBy(await ownerHeaders(it, deps), idOf(it), deps.fetch));
      },
    },
  },
  {
    title: 'Create the service account, as which the functions log in to Google',
    isDone: async (it, ask) => {
      const list = command`gcloud iam service-accounts list --format=value(email) --project ${idOf(it)}`;
      return (await ask(list)).split(/[\s;]+/).includes(account(it));
    },
    commands: (it) => [
      command`gcloud iam service-accounts create site-functions --project ${idOf(it)}`,
    ],
  },
  {
    title: 'Give it its roles',
    commands: (it) =>
      roles.map(
        (role) =>
          command`gcloud projects add-iam-policy-binding ${idOf(it)} --role roles/${role} --member serviceAccount:${account(it)} --condition None --format=none`,
      ),
  },
  {
    title: 'Create its key',
    writes: ['FIREBASE_SERVICE_ACCOUNT'],
    // The dash prints the key instead of leaving it in a file.
    commands: (it) => [
      command`gcloud iam service-accounts keys create - --iam-account=${account(it)}`,
    ],
    // A function has about 4 KB for all its variables, so only these three fields.
    read: (printed) => ({
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify(keySchema.parse(JSON.parse(printed))),
    }),
  },
];

/** Comes after the deploy, when the domain is known. No command can do this. */
export const domainStep: Step = {
  title: 'Tell Firebase the domain of the site',
  work: {
    byHand:
      'in Firebase’s console, under Authentication, Settings, Authorized domains, add the site’s domain',
    run: (it, { print }) => {
      const domain = it.SITE_URL?.replace('https://', '');
      print(`      Under Authorized domains at ${consoleOf(it)}/settings, add ${domain}.`);
      return Promise.resolve();
    },
  },
};
