/** The parts of a query that decide which indexes can answer it. */
import * as z from 'zod/mini';
import file from '../../../firestore.indexes.json' with { type: 'json' };

interface QueryShape {
  collection: string;
  /** Fields compared by `==`. */
  equal: string[];
  contains: string[];
  range: string[];
  /** Without the document's name, with which every index ends, in the direction of its last field. */
  order: { fieldPath: string; order: 'ASCENDING' | 'DESCENDING' }[];
}

const field = z.object({ fieldPath: z.string() });
const fieldFilter = z.object({ field, op: z.number() });

// Anything else has rules of its own, so a query with it fails the test.
const querySchema = z.strictObject({
  // The choice of returned fields doesn't affect indexes.
  select: z.optional(z.unknown()),
  from: z.tuple([z.strictObject({ collectionId: z.string() })]),
  where: z.optional(
    z.union([
      z.strictObject({ fieldFilter }),
      z.strictObject({
        compositeFilter: z.strictObject({
          op: z.literal(1),
          filters: z.array(z.strictObject({ fieldFilter })),
        }),
      }),
    ]),
  ),
  orderBy: z.optional(z.array(z.strictObject({ field, direction: z.literal([1, 2]) }))),
  startAt: z.optional(z.unknown()),
  limit: z.optional(z.unknown()),
  sums: z.optional(z.array(z.string())),
});

/** https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#operator_1 */
const operators = new Map([
  [1, 'range'],
  [2, 'range'],
  [3, 'range'],
  [4, 'range'],
  [5, 'equal'],
  [7, 'contains'],
  // `in` is one `==` for each value.
  [8, 'equal'],
  [9, 'contains'],
] as const);

export function queryShape(structuredQuery: unknown): QueryShape {
  const { from, where, orderBy = [], sums = [] } = querySchema.parse(structuredQuery);
  const filters = filtersOf(where).map(({ field: { fieldPath }, op }) => {
    const kind = operators.get(op as 1);
    if (!kind) throw new Error(`No rule here says which index operator ${op} needs`);
    return { fieldPath, kind };
  });
  const by = (kind: string) =>
    filters.filter((it) => it.kind === kind).map(({ fieldPath }) => fieldPath);

  const order = orderBy.map(({ field: { fieldPath }, direction }) => ({
    fieldPath,
    order: direction === 1 ? ('ASCENDING' as const) : ('DESCENDING' as const),
  }));
  // Without an order, Firestore sorts by the field with a range.
  const [sorted] = by('range');
  if (order.length === 0 && sorted !== undefined) {
    order.push({ fieldPath: sorted, order: 'ASCENDING' });
  }
  // An index must end with the fields that are added up, unless the query sorts by them anyway.
  for (const fieldPath of sums) {
    if (!order.some((it) => it.fieldPath === fieldPath))
      order.push({ fieldPath, order: 'ASCENDING' });
  }
  const last = order.at(-1);
  if (last?.fieldPath === '__name__') {
    order.pop();
    const before = order.at(-1);
    if (before && before.order !== last.order) throw new Error('The name runs against its index');
  }
  return {
    collection: from[0].collectionId,
    equal: by('equal'),
    contains: by('contains'),
    range: by('range'),
    order,
  };
}

function filtersOf(where: z.infer<typeof querySchema>['where']) {
  if (!where) return [];
  return 'fieldFilter' in where
    ? [where.fieldFilter]
    : where.compositeFilter.filters.map((it) => it.fieldFilter);
}

interface Field {
  fieldPath: string;
  order?: string;
  arrayConfig?: string;
}

interface Declared {
  composite: { collectionGroup: string; queryScope: string; fields: Field[] }[];
  overrides: {
    collectionGroup: string;
    fieldPath: string;
    ttl?: boolean;
    indexes: Omit<Field, 'fieldPath'>[];
  }[];
}

/** The indexes that `firebase deploy` creates. */
export const declared: Declared = { composite: file.indexes, overrides: file.fieldOverrides };

/** The queries that no declared index can answer, each once. */
export function unserved(shapes: QueryShape[], declared: Declared): QueryShape[] {
  const refused = shapes.filter((it) => !isServed(it, declared));
  return [...new Map(refused.map((it) => [JSON.stringify(it), it])).values()];
}

function isServed(shape: QueryShape, { composite, overrides }: Declared): boolean {
  const { equal, contains, range, order } = shape;
  // A range must be on the first field of the order; several ranges have rules of their own.
  if (range.some((it) => it !== order[0]?.fieldPath) || contains.length > 1) return false;

  const automatic = single(shape);
  if (automatic) return !automatic.some((field) => isExempt(shape.collection, field, overrides));

  const own = composite.filter(
    (index) => index.collectionGroup === shape.collection && index.queryScope === 'COLLECTION',
  );
  const filtered = [...equal, ...contains];
  const usable = own
    .filter((it) => endsWith(it.fields, order))
    .map(({ fields }) => fields.slice(0, fields.length - order.length))
    .filter((group) => group.length > 0 && group.every((field) => isFilter(field, shape)));
  if (usable.some((it) => it.length === filtered.length)) return true;
  // "Queries with multiple equality (==) clauses" are merged; nothing is promised for array-contains.
  if (contains.length > 0) return false;
  const merged = new Set(usable.flat().map(({ fieldPath }) => fieldPath));
  return equal.every((it) => merged.has(it));
}

/** The fields whose automatic indexes can answer it, if there are any. */
function single({ equal, contains, order }: QueryShape): Field[] | undefined {
  const ascending = equal.map((fieldPath): Field => ({ fieldPath, order: 'ASCENDING' }));
  const containing = contains.map((fieldPath): Field => ({ fieldPath, arrayConfig: 'CONTAINS' }));
  const filtered = [...ascending, ...containing];
  if (filtered.length === 0 && order.length <= 1) return order;
  if (order.length === 0 && (contains.length === 0 || filtered.length === 1)) return filtered;
  return undefined;
}

function isExempt(collection: string, field: Field, overrides: Declared['overrides']): boolean {
  const closest = overrides
    .filter(({ collectionGroup }) => collectionGroup === collection)
    .filter((override) => `${field.fieldPath}.`.startsWith(`${override.fieldPath}.`))
    .toSorted((a, b) => b.fieldPath.length - a.fieldPath.length)[0];
  return closest !== undefined && !closest.indexes.some((it) => hasMode(it, field));
}

const endsWith = (fields: Field[], order: QueryShape['order']): boolean =>
  order.every((wanted, i) => {
    const field = fields[fields.length - order.length + i];
    return field?.fieldPath === wanted.fieldPath && field.order === wanted.order;
  });

const isFilter = ({ fieldPath, arrayConfig }: Field, { equal, contains }: QueryShape): boolean =>
  (arrayConfig ? contains : equal).includes(fieldPath);

const hasMode = (one: Omit<Field, 'fieldPath'>, other: Field): boolean =>
  one.order === other.order && one.arrayConfig === other.arrayConfig;
