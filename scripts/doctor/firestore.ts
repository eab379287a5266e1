/** Whether the functions can use the database, who else can, and who is an admin. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { stoppedAfterMs } from '../../src/shared/health.ts';
import { adminRole } from '../../functions/auth/admins.ts';
import { StoreUnavailable, type Store } from '../../functions/store/port.ts';
import type { Watch } from '../../functions/store/watch-state.ts';
import { codeOf } from '../command.ts';
import type { Storage } from '../../functions/store/open.ts';
import { GoogleRefusal, type Access } from './google.ts';
import { CheckFailed, passed } from './report.ts';
import type { Services } from './variables.ts';

/** gRPC's numbers, which the library also uses over REST. */
const code = { notFound: 5, permissionDenied: 7, failedPrecondition: 9 };

const user = 'Cloud Datastore User (roles/datastore.user)';

/** Reads as the functions do, but no lead: only what the site knows about itself. */
export async function firestore(
  { storage }: Services,
  { projectId }: Access,
  openStore: (storage: Storage) => Promise<Store>,
) {
  const store = await openStore(storage);
  try {
    return { detail: 'can be read', found: await store.watch() };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw unreadable(error.cause, projectId);
  } finally {
    await store.close();
  }
}

function unreadable(cause: unknown, projectId: string): CheckFailed {
  const number = codeOf(cause);
  if (number === code.notFound || number === code.failedPrecondition) {
    return new CheckFailed(
      `The project ${projectId} has no database (default) in Native mode: create one at https://console.firebase.google.com/project/${projectId}/firestore`,
      { cause },
    );
  }
  const reason = cause instanceof Error && 'reason' in cause ? String(cause.reason) : '';
  return new GoogleRefusal(number === code.permissionDenied ? 403 : 503, reason, {
    projectId,
    what: 'read Firestore',
    api: 'firestore.googleapis.com',
    role: user,
  });
}

/** Whether Netlify runs the schedule, and runs it each minute. */
export function schedule({ beat_at }: Watch) {
  const minutes = Math.round((Date.now() - Date.parse(beat_at ?? '')) / 60_000);
  if (minutes * 60_000 < stoppedAfterMs.watch) return passed(`it ran ${minutes} minutes ago`);
  const since = beat_at === null ? 'has never run here' : `has not run for ${minutes} minutes`;
  throw new CheckFailed(
    `The schedule ${since}: look at watch on Netlify (Logs, Functions), whether the deploy is published, and whether your plan runs scheduled functions each minute.`,
  );
}

/** Without one, nobody can read the leads. */
export async function admin({ projectId, ask }: Access) {
  const value = { stringValue: adminRole };
  const structuredQuery = {
    from: [{ collectionId: 'user_roles' }],
    where: { fieldFilter: { field: { fieldPath: 'role' }, op: 'EQUAL', value } },
    limit: 1,
  };
  const url = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)/documents:runQuery`;
  const schema = z.array(z.object({ document: z.optional(z.unknown()) }));
  const what = 'read who is an admin';
  const roles = await ask({ url, schema, body: { structuredQuery }, what, role: user });
  if (roles.some(({ document }) => document)) return passed('there is one');
  throw new CheckFailed(
    'Nobody is an admin, so nobody can read the leads: sign up at /auth on the site, follow the link in the e-mail, and run npm run grant-admin -- you@example.com --env .env.live',
  );
}

/** The command that deploys rules, indexes and expiry. */
export const deploy = (projectId: string): string =>
  `npx firebase deploy --only firestore --project ${projectId}`;

export const repositoryFile = (name: string): Promise<string> =>
  readFile(name, 'utf8').catch((cause: unknown) => {
    const fix = 'run the doctor in the folder of the repository';
    throw new CheckFailed(`${name} can’t be read: ${fix}.`, { cause });
  });

const releaseSchema = z.object({ rulesetName: z.string() });
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
});

/** The rules of the repository keep browsers out of everything. */
export async function rules({ projectId, ask }: Access) {
  const own = await repositoryFile('firestore.rules');
  const api = 'https://firebaserules.googleapis.com/v1';
  const right = {
    what: 'read the rules',
    role: 'Firebase Rules Viewer (roles/firebaserules.viewer)',
  };
  const url = `${api}/projects/${projectId}/releases/cloud.firestore`;
  const { rulesetName } = await ask({ url, schema: releaseSchema, ...right });
  const { source } = await ask({ url: `${api}/${rulesetName}`, schema: rulesetSchema, ...right });
  const deployed = source.files.map(({ content }) => lines(content));
  if (String(deployed) === lines(own)) return passed('the same as firestore.rules');
  throw new CheckFailed(`The rules in Firestore differ from firestore.rules: ${deploy(projectId)}`);
}

/** Git checks files out with other line ends on some machines. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();
