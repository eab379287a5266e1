import * as z from 'zod/mini';

/** The indexes and field settings of the repository or of Firestore, in one form. */
export interface Plan {
  /** By a name such as `index c (a ASCENDING, b DESCENDING)`. */
  indexes: ReadonlyMap<string, State>;
  /** By `collection.field`. */
  fields: ReadonlyMap<string, Field>;
}

export type State = 'ready' | 'building' | 'broken';

export interface Field {
  /** Each as in `ASCENDING`; 'inherited' if the field has the default indexes. */
  indexes: readonly string[] | 'inherited';
  /** Undefined if documents don't expire by this field. */
  expiry: State | undefined;
}

/** How one field is indexed. Neither key is set for the kinds of index that we don't use. */
const mode = { order: z.optional(z.string()), arrayConfig: z.optional(z.string()) };
type Mode = Partial<Record<keyof typeof mode, string | undefined>>;
const indexField = z.object({ fieldPath: z.string(), ...mode });

const fileSchema = z.object({
  indexes: z.array(
    z.object({
      collectionGroup: z.string(),
      queryScope: z.string(),
      fields: z.array(indexField),
    }),
  ),
  fieldOverrides: z.array(
    z.object({
      collectionGroup: z.string(),
      fieldPath: z.string(),
      ttl: z.optional(z.boolean()),
      indexes: z.array(z.object({ queryScope: z.string(), ...mode })),
    }),
  ),
});

/** Parses firestore.indexes.json. */
export function plannedIn(text: string): Plan {
  const { indexes, fieldOverrides } = fileSchema.parse(JSON.parse(text));
  return {
    indexes: new Map(indexes.map((it) => [inWords(it.collectionGroup, it), 'ready'])),
    fields: new Map(
      fieldOverrides.map((it): [string, Field] => [
        `${it.collectionGroup}.${it.fieldPath}`,
        {
          indexes: it.indexes.map((index) => kind(index, index.queryScope)).toSorted(),
          expiry: it.ttl ? 'ready' : undefined,
        },
      ]),
    ),
  };
}

/** https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups.indexes */
export const deployedIndex = z.object({
  name: z.string(),
  queryScope: z.string(),
  fields: z.array(indexField),
  state: z.optional(z.string()),
});

/** https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.collectionGroups.fields */
export const deployedField = z.object({
  name: z.string(),
  indexConfig: z.optional(
    z.object({
      indexes: z.optional(
        z.array(z.object({ queryScope: z.string(), fields: z.array(z.object(mode)) })),
      ),
      usesAncestorConfig: z.optional(z.boolean()),
    }),
  ),
  ttlConfig: z.optional(z.object({ state: z.optional(z.string()) })),
});

/** Combines Firestore's own lists. */
export const deployedAs = (
  indexes: readonly z.infer<typeof deployedIndex>[],
  fields: readonly z.infer<typeof deployedField>[],
): Plan => ({
  indexes: new Map(
    indexes.map((it) => [
      inWords(segmentAfter('collectionGroups', it.name), it),
      stateOf(it.state),
    ]),
  ),
  fields: new Map(
    fields
      // These are the defaults for fields without settings of their own.
      .filter(({ name }) => !name.includes('/collectionGroups/__default__/'))
      .map((it): [string, Field] => [
        `${segmentAfter('collectionGroups', it.name)}.${segmentAfter('fields', it.name)}`,
        {
          indexes: it.indexConfig?.usesAncestorConfig
            ? 'inherited'
            : (it.indexConfig?.indexes ?? [])
                .map(({ queryScope, fields: [first] }) => kind(first ?? {}, queryScope))
                .toSorted(),
          expiry: it.ttlConfig && stateOf(it.ttlConfig.state),
        },
      ]),
  ),
});

interface Index {
  queryScope: string;
  fields: z.infer<typeof indexField>[];
}

/**
 * Firestore ends every index with the document's name, in the direction of the last field that has
 * one, and lists it; the file may leave it out.
 */
function inWords(collection: string, { queryScope, fields }: Index): string {
  const last = fields.at(-1);
  const before = fields.slice(0, -1);
  const usual = before.findLast(({ order }) => order)?.order ?? 'ASCENDING';
  const said = last?.fieldPath === '__name__' && last.order === usual ? before : fields;
  const columns = said.map((it) => `${it.fieldPath} ${kind(it)}`).join(', ');
  return `index ${collection} (${columns})${queryScope === 'COLLECTION' ? '' : ` ${queryScope}`}`;
}

const kind = ({ order, arrayConfig }: Mode, scope = 'COLLECTION'): string =>
  `${order ?? arrayConfig ?? 'other'}${scope === 'COLLECTION' ? '' : ` ${scope}`}`;

const segmentAfter = (folder: string, name: string): string =>
  new RegExp(`/${folder}/([^/]+)`).exec(name)?.[1] ?? name;

/** The remaining state is NEEDS_REPAIR. */
const stateOf = (state: string | undefined): State =>
  state === 'CREATING' ? 'building' : state === 'READY' || state === 'ACTIVE' ? 'ready' : 'broken';
