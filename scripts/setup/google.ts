import * as z from 'zod';
import type { Settings, Step } from './step.ts';
import type { Command } from './tools.ts';

const apis = ['firestore', 'firebaserules', 'identitytoolkit', 'iam'].map(
  (it) => `${it}.googleapis.com`,
);

/** Read and write documents and look up accounts; the last two let the doctor compare. */
const roles = [
  'datastore.user',
  'firebaseauth.viewer',
  'datastore.viewer',
  'firebaserules.viewer',
].map((it) => `roles/${it}`);

const project = ({ FIREBASE_PROJECT_ID: id = '' }: Settings): string => id;
const account = (settings: Settings): string =>
  `site-functions@${project(settings)}.iam.gserviceaccount.com`;

const on =
  (tool: string) =>
  (settings: Settings, ...args: string[]): Command => [
    tool,
    ...args,
    '--project',
    project(settings),
  ];
const firebase = on('firebase');
const gcloud = on('gcloud');

const listSchema = z.object({ result: z.array(z.looseObject({})) });
const listOf = (printed: string) => listSchema.parse(JSON.parse(printed)).result;
const linesOf = (printed: string): string[] => printed.split(/[\s;]+/);

const sdkSchema = z.object({
  result: z.object({ sdkConfig: z.object({ apiKey: z.string(), authDomain: z.string() }) }),
});
const keySchema = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string(),
});

export const googleSteps: readonly Step[] = [
  {
    title: 'Create the Firebase project',
    isDone: async ({ settings }, ask) =>
      listOf(await ask(['firebase', 'projects:list', '--json'])).some(
        ({ projectId }) => projectId === project(settings),
      ),
    commands: (settings) => [
      ['firebase', 'projects:create', project(settings), '--display-name', project(settings)],
    ],
  },
  {
    title: 'Add a billing account',
    question: {
      name: 'BILLING_ACCOUNT',
      text: 'Billing account, as in 0X0X0X-0X0X0X-0X0X0X (gcloud billing accounts list shows yours)',
      check: (answer) => {
        if (!/^\w{6}-\w{6}-\w{6}$/.test(answer))
          throw new Error('A billing account has three groups of six characters.');
      },
    },
    isDone: async ({ settings }, ask) => {
      const about: Command = ['gcloud', 'billing', 'projects', 'describe', project(settings)];
      return (await ask([...about, '--format=value(billingEnabled)'])).trim() === 'True';
    },
    commands: (settings, answer) => [
      ['gcloud', 'billing', 'projects', 'link', project(settings), `--billing-account=${answer}`],
    ],
  },
  {
    // Done each time, as other steps below: it changes nothing that is right already.
    title: 'Enable the services',
    isDone: () => false,
    commands: (settings) => [gcloud(settings, 'services', 'enable', ...apis)],
  },
  {
    title: 'Create the database',
    question: {
      name: 'LOCATION',
      text: 'Location of the database, which can’t be changed later (nam5: several regions of the United States; us-south1: Dallas, at half the price)',
      usual: 'nam5',
    },
    isDone: async ({ settings }, ask) =>
      listOf(await ask(firebase(settings, 'firestore:databases:list', '--json'))).some(({ name }) =>
        String(name).endsWith('/databases/(default)'),
      ),
    commands: (settings, answer) => [
      firebase(
        settings,
        ...['firestore:databases:create', '(default)', '--location', answer],
        ...['--delete-protection', 'ENABLED'],
      ),
    ],
  },
  {
    title: 'Create the web app',
    isDone: async ({ settings }, ask) =>
      listOf(await ask(firebase(settings, 'apps:list', 'WEB', '--json'))).length > 0,
    commands: (settings) => [firebase(settings, 'apps:create', 'WEB', 'site')],
  },
  {
    title: 'Read the web app’s settings',
    writes: ['PUBLIC_FIREBASE_API_KEY', 'PUBLIC_FIREBASE_AUTH_DOMAIN'],
    commands: (settings) => [firebase(settings, 'apps:sdkconfig', 'WEB', '--json')],
    isQuiet: true,
    read: (printed) => {
      const { apiKey, authDomain } = sdkSchema.parse(JSON.parse(printed)).result.sdkConfig;
      return { PUBLIC_FIREBASE_API_KEY: apiKey, PUBLIC_FIREBASE_AUTH_DOMAIN: authDomain };
    },
  },
  {
    title: 'Deploy rules, indexes and sign-in',
    isDone: () => false,
    commands: (settings) => [firebase(settings, 'deploy', '--only', 'firestore,auth')],
  },
  {
    title: 'Create the service account',
    isDone: async ({ settings }, ask) => {
      const list = gcloud(settings, 'iam', 'service-accounts', 'list', '--format=value(email)');
      return linesOf(await ask(list)).includes(account(settings));
    },
    commands: (settings) => [
      gcloud(settings, 'iam', 'service-accounts', 'create', 'site-functions'),
    ],
  },
  {
    title: 'Give it its roles',
    isDone: () => false,
    commands: (settings) =>
      roles.map((role) => [
        ...(['gcloud', 'projects', 'add-iam-policy-binding', project(settings)] as const),
        ...['--role', role, '--member', `serviceAccount:${account(settings)}`],
        ...['--condition', 'None', '--format=none'],
      ]),
  },
  {
    title: 'Create its key',
    writes: ['FIREBASE_SERVICE_ACCOUNT'],
    // The dash prints the key instead of leaving it in a file.
    commands: (settings) => [
      [
        ...(['gcloud', 'iam', 'service-accounts', 'keys', 'create', '-'] as const),
        `--iam-account=${account(settings)}`,
      ],
    ],
    isQuiet: true,
    // A function has about 4 KB for all its variables, so only these three fields.
    read: (printed) => ({
      FIREBASE_SERVICE_ACCOUNT: JSON.stringify(keySchema.parse(JSON.parse(printed))),
    }),
  },
];
