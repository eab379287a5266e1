/** Indexes, and what fields have of their own, in one form: the repository's or Firestore's. */
export interface Plan {
  /** Each in words, as in `index c (a ASCENDING, b DESCENDING)`. */
  indexes: ReadonlyMap<string, State>;
  /** By `collection.field`. */
  fields: ReadonlyMap<string, Field>;
}

export type State = 'ready' | 'building' | 'broken';

export interface Field {
  /** Each as in `ASCENDING`; 'inherited' where they are those that every field has. */
  indexes: readonly string[] | 'inherited';
  /** Undefined where no document is deleted by the time that stands in it. */
  expiry: State | undefined;
}

export type Differences = Record<'missing' | 'building' | 'broken' | 'extra', string[]>;

/** What is wanted, and how it is in Firestore: undefined where it is not so. */
interface Wanted {
  name: string;
  is: State | undefined;
}

export function differences(wanted: Plan, { indexes, fields }: Plan): Differences {
  const all = [
    ...[...wanted.indexes.keys()].map((name): Wanted => ({ name, is: indexes.get(name) })),
    ...[...wanted.fields].flatMap(([name, field]) => ofField(name, field, fields.get(name))),
  ];
  const those = (state?: State) => all.filter(({ is }) => is === state).map(({ name }) => name);
  return {
    missing: those(),
    building: those('building'),
    broken: those('broken'),
    extra: [
      ...[...indexes.keys()].filter((it) => !wanted.indexes.has(it)),
      ...[...fields.keys()].filter((it) => !wanted.fields.has(it)).map((it) => `settings of ${it}`),
    ],
  };
}

function ofField(field: string, wanted: Field, deployed: Field | undefined): Wanted[] {
  const same = String(deployed?.indexes) === String(wanted.indexes) && deployed !== undefined;
  const found: Wanted[] = [
    {
      name: `${wanted.indexes.length === 0 ? 'no indexes' : 'indexes'} of ${field}`,
      is: same ? 'ready' : undefined,
    },
  ];
  if (wanted.expiry) found.push({ name: `expiry by ${field}`, is: deployed?.expiry });
  else if (deployed?.expiry) found.push({ name: `no expiry by ${field}`, is: undefined });
  return found;
}
