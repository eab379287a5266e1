import { FieldPath, Timestamp, type DocumentData } from 'firebase-admin/firestore';
import { isDocumentId } from '../../../functions/store/record.ts';
import type { Document } from './database.ts';

type Operator = '==' | '<' | '<=' | '>' | '>=' | 'array-contains' | 'array-contains-any' | 'in';
export type Field = string | FieldPath;

export interface Shape {
  filters: readonly { field: Field; operator: Operator; value: unknown }[];
  orders: readonly { field: Field; descending: boolean }[];
  limit: number;
  /** The query starts after these values, in the order of `orders`. */
  from: readonly unknown[] | undefined;
  fields?: readonly string[];
}

export const emptyShape: Shape = { filters: [], orders: [], limit: Infinity, from: undefined };

type Found = readonly [id: string, document: Document];

/** The results of a query. A document without one of the query's fields is in none of its indexes. */
export function run(documents: ReadonlyMap<string, Document>, shape: Shape): Found[] {
  if (shape.filters.some(isRefused)) throw new RangeError('Firestore refuses such ids');
  const orders = shape.orders.some(({ field }) => isId(field))
    ? shape.orders
    : [...shape.orders, { field: FieldPath.documentId(), descending: isDescending(shape) }];
  const keys = (found: Found) => orders.map(({ field }) => valueAt(found, field));
  const compareKeys = (a: readonly unknown[], b: readonly unknown[]): number => {
    for (const [i, { descending }] of orders.entries()) {
      if (i >= b.length) break;
      const order = compare(a[i], b[i]);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
  const { from } = shape;
  return [...documents]
    .filter((document) =>
      shape.filters.every((filter) => fits(valueAt(document, filter.field), filter)),
    )
    .map((document) => ({ document, keys: keys(document) }))
    .filter((it) => !it.keys.includes(undefined))
    .filter((it) => !from || compareKeys(it.keys, from) > 0)
    .sort((a, b) => compareKeys(a.keys, b.keys))
    .slice(0, shape.limit)
    .map(({ document: [id, found] }) => [id, { ...found, data: selected(found.data, shape) }]);
}

const selected = (data: DocumentData, { fields }: Shape): DocumentData =>
  fields ? Object.fromEntries(fields.flatMap((it) => (it in data ? [[it, data[it]]] : []))) : data;

export const valuesAt = (found: Found, shape: Shape): unknown[] => [
  ...shape.orders.map(({ field }) => valueAt(found, field)),
  ...(shape.orders.some(({ field }) => isId(field)) ? [] : [found[0]]),
];

export function valueIn(data: DocumentData | undefined, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    value =
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[name]
        : undefined;
  }
  return value;
}

const isId = (field: Field): boolean =>
  typeof field !== 'string' && field.isEqual(FieldPath.documentId());

const isDescending = ({ orders }: Shape): boolean => orders.at(-1)?.descending ?? false;

function valueAt([id, { data }]: Found, field: Field): unknown {
  if (typeof field === 'string') return valueIn(data, field);
  if (isId(field)) return id;
  throw new TypeError('The simulated Firestore knows no such path');
}

function fits(value: unknown, { operator, value: wanted }: Shape['filters'][number]): boolean {
  if (value === undefined) return false;
  if (operator === 'array-contains') return Array.isArray(value) && value.includes(wanted);
  if (operator === 'array-contains-any') {
    return Array.isArray(value) && value.some((it) => (wanted as unknown[]).includes(it));
  }
  if (operator === 'in') return (wanted as unknown[]).includes(value);
  if (operator === '==') return value === wanted;
  if (typeof value !== typeof wanted) return false;
  const order = compare(value, wanted);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** A query may name 30 ids, which documents can have. */
const isRefused = ({ operator, value }: Shape['filters'][number]): boolean =>
  operator === 'in' &&
  !((value as string[]).length <= 30 && (value as string[]).every(isDocumentId));

/** Sorts text by its bytes. JavaScript sorts surrogate pairs differently. */
function compare(a: unknown, b: unknown): number {
  if (a instanceof Timestamp && b instanceof Timestamp) return compare(a.valueOf(), b.valueOf());
  if (a === b) return 0;
  // Booleans, then numbers, then strings, which is also the order of their types' names.
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string' && /[\ud800-\udfff]/.test(a + b)) {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  return (a as string) < (b as string) ? -1 : 1;
}
