/**
 * Finds the queries that Firestore would refuse, by the rules of its index types:
 * https://firebase.google.com/docs/firestore/query-data/index-overview
 */
import type { Declared } from './declared.ts';
import type { QueryShape } from './shape.ts';

type Composite = Declared['composite'][number];
type Field = Composite['fields'][number];

/** Each query is listed once. */
export function unserved(shapes: QueryShape[], declared: Declared): QueryShape[] {
  const refused = shapes.filter((it) => !isServed(it, declared));
  return [...new Map(refused.map((it) => [JSON.stringify(it), it])).values()];
}

function isServed(shape: QueryShape, { composite, overrides }: Declared): boolean {
  const { equal, contains, range, order } = shape;
  // A range must be on the first field of the order; several ranges have rules of their own.
  if (range.some((it) => it !== order[0]?.fieldPath) || contains.length > 1) return false;

  const automatic = single(shape);
  if (automatic) return !automatic.some((it) => isExempt(shape.collection, it, overrides));

  const own = composite.filter(({ collectionGroup }) => collectionGroup === shape.collection);
  const filtered = [...equal, ...contains];
  const usable = own
    .filter((it) => endsWith(it.fields, order))
    .map(({ fields }) => fields.slice(0, fields.length - order.length))
    .filter((it) => it.length > 0 && it.every((field) => isFilter(field, shape)));
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
    .filter((it) => `${field.fieldPath}.`.startsWith(`${it.fieldPath}.`))
    .toSorted((a, b) => b.fieldPath.length - a.fieldPath.length)[0];
  return closest !== undefined && !closest.indexes.some((it) => hasMode(it, field));
}

const endsWith = (fields: Field[], order: QueryShape['order']): boolean =>
  order.every((it, i) => {
    const field = fields[fields.length - order.length + i];
    return field?.fieldPath === it.fieldPath && field.order === it.order;
  });

const isFilter = ({ fieldPath, arrayConfig }: Field, { equal, contains }: QueryShape): boolean =>
  (arrayConfig ? contains : equal).includes(fieldPath);

const hasMode = (one: Omit<Field, 'fieldPath'>, other: Field): boolean =>
  one.order === other.order && one.arrayConfig === other.arrayConfig;
