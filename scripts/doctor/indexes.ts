/** Whether Firestore has the indexes and the expiry of firestore.indexes.json. Others do no harm. */
import * as z from 'zod/mini';
import { deploy, repositoryFile } from './firestore.ts';
import type { Access } from './google.ts';
import { CheckFailed, passed } from './report.ts';

const index = {
  queryScope: z.string(),
  fields: z.array(
    z.object({
      fieldPath: z.string(),
      order: z.optional(z.string()),
      arrayConfig: z.optional(z.string()),
    }),
  ),
};

type Index = z.infer<z.ZodMiniObject<typeof index>>;

const fileSchema = z.object({
  indexes: z.array(z.object({ collectionGroup: z.string(), ...index })),
  fieldOverrides: z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  ),
});

/** https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups */
const state = z.optional(z.string());
const pageSchema = z.object({
  indexes: z.optional(z.array(z.object({ name: z.string(), ...index, state }))),
  fields: z.optional(
    z.array(z.object({ name: z.string(), ttlConfig: z.optional(z.object({ state })) })),
  ),
});

export async function indexes(google: Access) {
  const wanted = namesIn(await repositoryFile('firestore.indexes.json'));
  const deployed = await deployedStates(google);
  const missing = wanted.filter((it) => !/^(?:READY|ACTIVE)$/.test(deployed.get(it) ?? ''));
  if (missing.length === 0) return passed(`${wanted.length} indexes and expiries`);
  throw new CheckFailed(
    `Firestore doesn't have ${missing.join('; ')}: ${deploy(google.projectId)}, or if you did, run the doctor again in a few minutes: they are being built.`,
  );
}

function namesIn(file: string): string[] {
  const { indexes, fieldOverrides } = fileSchema.parse(JSON.parse(file));
  return [
    ...indexes.map((it) => nameOf(it.collectionGroup, it)),
    ...fieldOverrides
      .filter(({ ttl }) => ttl)
      .map(({ collectionGroup, fieldPath }) => `expiry by ${collectionGroup}.${fieldPath}`),
  ];
}

const ofCollection = /\/collectionGroups\/([^/]+)\/\w+\/([^/]+)$/;

/** By the names that `nameOf` gives. */
async function deployedStates({ projectId, ask }: Access) {
  const states = new Map<string, string | undefined>();
  // Firestore refuses to list fields without this filter. A database can't have more indexes.
  const filter = encodeURIComponent('indexConfig.usesAncestorConfig=false OR ttlConfig:*');
  for (const list of ['indexes?', `fields?filter=${filter}&`]) {
    const url = `https://firestore.googleapis.com/v1/projects/${projectId}/databases/(default)/collectionGroups/-/${list}pageSize=1000`;
    const role = 'Cloud Datastore Viewer (roles/datastore.viewer)';
    const page = await ask({ url, schema: pageSchema, what: 'list the indexes', role });
    for (const it of page.indexes ?? []) {
      const [, collection = ''] = ofCollection.exec(it.name) ?? [];
      states.set(nameOf(collection, it), it.state);
    }
    for (const { name, ttlConfig } of page.fields ?? []) {
      const [, collection, field] = ofCollection.exec(name) ?? [];
      if (ttlConfig) states.set(`expiry by ${collection}.${field}`, ttlConfig.state);
    }
  }
  return states;
}

/**
 * As in `index c (a ASCENDING, b DESCENDING)`. Firestore ends every index with the document's name, in the
 * direction of the last field that has one, and lists it; the file may leave it out.
 */
function nameOf(collection: string, { queryScope, fields }: Index): string {
  const last = fields.at(-1);
  const before = fields.slice(0, -1);
  const usual = before.findLast(({ order }) => order)?.order ?? 'ASCENDING';
  const said = last?.fieldPath === '__name__' && last.order === usual ? before : fields;
  const columns = said.map((it) => `${it.fieldPath} ${it.order ?? it.arrayConfig ?? 'other'}`);
  const scope = queryScope === 'COLLECTION' ? '' : ` ${queryScope}`;
  return `index ${collection} (${columns.join(', ')})${scope}`;
}
