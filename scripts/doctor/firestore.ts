/** Checks the database: its rules, indexes and expiry, its admin, and whether PRIVACY_KEY fits its data. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { adminRole } from '../../functions/auth/admins.ts';
import { settingsIn, type Env } from '../../functions/env.ts';
import { keyFits } from '../../functions/opt-outs/may-contact.ts';
import { personHasher } from '../../functions/opt-outs/person.ts';
import { GoogleRefusal, type Access } from './google.ts';
import { ensure, saying, StartError } from '../command.ts';
import { passed } from './findings.ts';

const databaseOf = (projectId: string): string =>
  `https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)`;

const fieldsSchema = z.object({ mark: z.optional(z.object({ stringValue: z.string() })) });
const documentSchema = z.object({ fields: z.optional(fieldsSchema) });
const foundSchema = z.array(z.object({ document: z.optional(documentSchema) }));

async function found({ projectId, ask }: Access, structuredQuery: object) {
  const answers = await ask({
    url: `${databaseOf(projectId)}/documents:runQuery`,
    schema: foundSchema,
    body: { structuredQuery },
    what: 'read Firestore',
    role: 'Cloud Datastore User (roles/datastore.user)',
  });
  return answers.flatMap(({ document }) => document ?? []);
}

/** Reads one admin role, as the functions do, and no lead. */
export async function firestore(google: Access) {
  const { projectId } = google;
  const value = { stringValue: adminRole };
  const roles = await found(google, {
    from: [{ collectionId: 'user_roles' }],
    where: { fieldFilter: { field: { fieldPath: 'role' }, op: 'EQUAL', value } },
    limit: 1,
  }).catch((error: unknown) => {
    // A database in Datastore mode answers 400.
    if (!(error instanceof GoogleRefusal && [400, 404].includes(error.status))) throw error;
    throw new StartError(
      `The project ${projectId} has no database (default) in Native mode: create one at https://console.firebase.google.com/project/${projectId}/firestore`,
      { cause: error },
    );
  });
  return { detail: 'can be read', found: { hasAdmin: roles.length > 0 } };
}

export function admin({ hasAdmin }: { hasAdmin: boolean }) {
  ensure(
    hasAdmin,
    'Nobody is an admin, so nobody can read the leads: run npm run grant-admin -- you@example.com --env .env.live',
  );
  return passed('there is one');
}

/** With another key, the site would not recognize people on the do-not-contact list. */
export async function privacyKey(env: Env, google: Access) {
  const [first, second] = await found(google, {
    from: [{ collectionId: 'opt_outs' }],
    orderBy: [{ field: { fieldPath: '__name__' } }],
    limit: 2,
  });
  // The list's first document is the fingerprint of its key.
  const fingerprint = first?.fields?.mark?.stringValue;
  const isEmpty = !(fingerprint === undefined ? first : second);
  if (isEmpty) return passed('the do-not-contact list is empty');
  const { privacyKey: key } = settingsIn(env);
  const optOutList = () => Promise.resolve({ isEmpty, fingerprint });
  ensure(
    await keyFits({ optOutList }, key === undefined ? key : personHasher(key)),
    'The do-not-contact list was made with another PRIVACY_KEY, so nobody on it is recognized and nothing is sent: set PRIVACY_KEY to the value that it had before, from the copy that you kept.',
  );
  return passed('fits the do-not-contact list');
}

const deploy = (projectId: string): string =>
  `npx firebase deploy --only firestore --project ${projectId}`;

const repositoryFile = (name: string): Promise<string> =>
  readFile(name, 'utf8').catch(
    saying(`${name} can’t be read: run the doctor in the folder of the repository.`),
  );

const releaseSchema = z.object({ rulesetName: z.string() });
const rulesetSchema = z.object({
  source: z.object({ files: z.array(z.object({ content: z.string() })) }),
});

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
  ensure(
    String(source.files.map(({ content }) => lines(content))) === lines(own),
    `The rules in Firestore differ from firestore.rules: ${deploy(projectId)}`,
  );
  return passed('the same as firestore.rules');
}

/** On some machines, Git checks files out with CRLF. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n').trimEnd();

const column = z.object({
  fieldPath: z.string(),
  order: z.optional(z.string()),
  arrayConfig: z.optional(z.string()),
});
const columns = z.array(column);

const fileSchema = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), fields: columns })),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});

/** https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups */
const state = z.optional(z.string());
const pageSchema = z.object({
  indexes: z.optional(z.array(z.object({ name: z.string(), fields: columns, state }))),
  fields: z.optional(
    z.array(z.object({ name: z.string(), ttlConfig: z.optional(z.object({ state })) })),
  ),
});

/** Requires the indexes of firestore.indexes.json. Others do no harm. */
export async function indexes(google: Access) {
  const file = fileSchema.parse(JSON.parse(await repositoryFile('firestore.indexes.json')));
  const wanted = [
    ...file.indexes.map(({ collectionGroup, fields }) => nameOf(collectionGroup, fields)),
    ...file.fieldOverrides
      .filter(({ ttl }) => ttl)
      .map(({ collectionGroup, fieldPath }) => expiryOf(collectionGroup, fieldPath)),
  ];
  const ready = await readyOnes(google);
  const missing = wanted.filter((name) => !ready.has(name));
  ensure(
    missing.length === 0,
    `Firestore doesn't have ${missing.join('; ')}: ${deploy(google.projectId)}, or if you did, run the doctor again in a few minutes: they are being built.`,
  );
  return passed(`${wanted.length} indexes and expiries`);
}

/** Names of the indexes and expiries that are deployed and built. */
async function readyOnes({ projectId, ask }: Access): Promise<Set<string>> {
  const list = (kind: string) =>
    ask({
      // More than a database can have, so there is one page.
      url: `${databaseOf(projectId)}/collectionGroups/-/${kind}pageSize=1000`,
      schema: pageSchema,
      what: 'list the indexes',
      role: 'Cloud Datastore Viewer (roles/datastore.viewer)',
    });
  const { indexes = [] } = await list('indexes?');
  // Firestore refuses to list fields without this filter.
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  const { fields = [] } = await list(`fields?filter=${filter}&`);
  return new Set([
    ...indexes
      .filter(({ state }) => state === 'READY')
      .map(({ name, fields }) => nameOf(placeOf(name)[0], fields)),
    ...fields
      .filter(({ ttlConfig }) => ttlConfig?.state === 'ACTIVE')
      .map(({ name }) => expiryOf(...placeOf(name))),
  ]);
}

function placeOf(name: string): [collection: string, field: string] {
  const [, collection = '', field = ''] =
    /\/collectionGroups\/([^/]+)\/\w+\/([^/]+)$/.exec(name) ?? [];
  return [collection, field];
}

const expiryOf = (collection: string, field: string) => `expiry by ${collection}.${field}`;

/** As in `index c (a ASCENDING, b DESCENDING)`. Firestore ends every index with the document's name. */
function nameOf(collection: string, fields: z.infer<typeof columns>): string {
  const named = fields
    .filter(({ fieldPath }) => fieldPath !== '__name__')
    .map(({ fieldPath, order, arrayConfig }) => `${fieldPath} ${order ?? arrayConfig ?? 'other'}`);
  return `index ${collection} (${named.join(', ')})`;
}
