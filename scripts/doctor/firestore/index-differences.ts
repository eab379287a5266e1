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

export type Differences = Record<'missing' | 'building' | 'broken' | 'extra', string[]>;

/** A wanted setting and its state in Firestore, which is undefined if it differs. */
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
