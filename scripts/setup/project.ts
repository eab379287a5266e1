/** A Firebase project that the site may use: a new one, or one of the owner's. */
import * as z from 'zod';
import { ensure, StartError } from '../command.ts';
import { hasOwnRules } from '../doctor/firestore.ts';
import { accessBy, GoogleRefusal } from '../doctor/google.ts';
import {
  answerTo,
  must,
  command,
  liveFile,
  ownerToken,
  run,
  setupAgain,
  shown,
  type Ask,
  type Settings,
  type SetupDeps,
  type Step,
} from './tools.ts';

export const idOf = ({ FIREBASE_PROJECT_ID: id = '' }: Settings): string => id;

const listSchema = z.object({ result: z.array(z.record(z.string(), z.unknown())) });
export const listOf = (printed: string) => listSchema.parse(JSON.parse(printed)).result;

/** The rights of whoever is logged in, for this project's quota. */
export const ownerHeaders = async (settings: Settings, deps: SetupDeps) => ({
  authorization: `Bearer ${await ownerToken(deps)}`,
  'x-goog-user-project': idOf(settings),
  'content-type': 'application/json',
});

/** The name of the web app that setup makes. */
export const ownApp = 'site';

const projectIds = async (ask: Ask) =>
  listOf(await ask(command`firebase projects:list --json`)).map(({ projectId }) => projectId);

const create = (id: string) => command`firebase projects:create ${id} --display-name ${id} --json`;

async function chooseProject(settings: Settings, deps: SetupDeps): Promise<Settings> {
  const text =
    'Id of the Firebase project, as in my-site-4f2a (no other project in the world may have it)';
  const format = /^[a-z][a-z\d-]{4,28}[a-z\d]$/;
  const check = must(format, 'An id has 6 to 30 lowercase letters, digits and hyphens.');
  // An id in .env.live was written by somebody, or made by a run that stopped.
  let id = settings.FIREBASE_PROJECT_ID ?? (await answerTo(deps, { text, check }));
  while (!(await isUsable({ ...settings, FIREBASE_PROJECT_ID: id }, deps)))
    id = await answerTo(deps, { text, check });
  return { FIREBASE_PROJECT_ID: id };
}

async function isUsable(settings: Settings, deps: SetupDeps): Promise<boolean> {
  const id = idOf(settings);
  if ((await projectIds((it) => run(it, true, deps))).includes(id))
    return mayChange(settings, deps);
  deps.print(`      $ ${shown(create(id))}`);
  try {
    await run(create(id), true, deps);
    return true;
  } catch (error) {
    const isTaken = error instanceof StartError && /already a project/.test(String(error.cause));
    if (!isTaken) throw error;
    deps.print(
      `The id ${id} is taken. If a Google Cloud project of yours has it, run npx firebase projects:addfirebase ${id} in another terminal and give it again. Otherwise, choose another one.`,
    );
    return false;
  }
}

/** Asks before setup changes what somebody else's app may need. */
async function mayChange(settings: Settings, deps: SetupDeps): Promise<boolean> {
  const id = idOf(settings);
  const apps = listOf(await run(command`firebase apps:list --json --project ${id}`, true, deps));
  const names = apps.map((it) => String(it.displayName ?? it.appId));
  ensure(
    settings.PUBLIC_FIREBASE_API_KEY || apps.filter((it) => it.platform === 'WEB').length < 2,
    `The project ${id} has several web apps (${names.join(', ')}), and setup can’t tell which one is the site’s: write its apiKey as PUBLIC_FIREBASE_API_KEY and its authDomain as PUBLIC_FIREBASE_AUTH_DOMAIN into ${liveFile} (Firebase’s console has both under Project settings, Your apps), ${setupAgain}`,
  );
  const others = names.filter((it) => it !== ownApp).map((it) => `the app ${it}`);
  const has = [...((await hasOtherRules(settings, deps)) ? ['Firestore rules'] : []), ...others];
  if (has.length === 0) return true;
  deps.print(
    `The project ${id} is in use already: it has ${new Intl.ListFormat('en').format(has)}. Setup replaces its Firestore rules, which say who may read and write the data, by rules that let no browser in. It adds indexes, turns on sign-in by e-mail, and turns sign-up off unless STAFF_SIGN_UP is on. Whatever else uses the project may stop working.`,
  );
  const check = must(/^(yes|no)$/, 'Answer yes or no.');
  const text = 'Use it all the same? (no: name another project)';
  return (await answerTo(deps, { text, usual: 'no', check })) === 'yes';
}

async function hasOtherRules(settings: Settings, deps: SetupDeps): Promise<boolean> {
  const google = accessBy(await ownerHeaders(settings, deps), idOf(settings), deps.fetch);
  return hasOwnRules(google).then(
    (isOwn) => !isOwn,
    (error: unknown) => {
      // There are none before the first deploy, and no service of rules before there is Firestore.
      const { status, reason } = error instanceof GoogleRefusal ? error : {};
      if (status !== 404 && reason !== 'SERVICE_DISABLED') throw error;
      return false;
    },
  );
}

export const projectStep: Step = {
  title: 'Create the Firebase project, or choose one of yours',
  writes: ['FIREBASE_PROJECT_ID'],
  isDone: async (it, ask) =>
    it.PUBLIC_FIREBASE_API_KEY !== undefined && (await projectIds(ask)).includes(idOf(it)),
  work: { byHand: shown(create('<id>')), run: chooseProject },
};
