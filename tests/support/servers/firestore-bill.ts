import type { DocumentData } from 'firebase-admin/firestore';
import { declared } from './firestore-indexes.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { limits } from '../../../src/shared/fields.ts';
import { noteLimit, notesKept } from '../../../src/shared/follow-up-schema.ts';
import { aRecord } from '../builders/record.ts';

export interface Billed {
  reads: number;
  writes: number;
  /** Includes deletions of expired documents. */
  deletes: number;
}

export interface Call {
  path: string;
  body: string;
  answer: string;
  /** The index entries that an aggregation read. */
  entries: number;
}

export interface Write {
  currentDocument?: { exists?: boolean };
  update?: { name: string };
  delete?: string;
}

interface Counted {
  result: { aggregateFields: { all: { integerValue: string } } };
}

export const nothing: Billed = { reads: 0, writes: 0, deletes: 0 };

export const sum = (a: Billed, b: Billed): Billed => ({
  reads: a.reads + b.reads,
  writes: a.writes + b.writes,
  deletes: a.deletes + b.deletes,
});

/** The price of one request over REST: https://firebase.google.com/docs/firestore/pricing */
export function billOf({ path, body, answer, entries }: Call): Billed {
  if (path.includes(':runQuery')) {
    const found = itemsOf(answer).filter((it) => 'document' in it).length;
    // A query that finds nothing is still billed as one read.
    return { ...nothing, reads: Math.max(found, 1) };
  }
  if (path.includes(':runAggregationQuery')) {
    // One read for each thousand index entries, and at least one.
    return { ...nothing, reads: Math.max(Math.ceil(entries / 1000), 1) };
  }
  if (!path.includes(':commit')) throw new Error(`What does ${path} cost?`);
  const { writes } = JSON.parse(body) as { writes: Write[] };
  const deleted = writes.filter((it) => 'delete' in it).length;
  const deletedLater = writes.filter(isNewSighting).length;
  return { reads: 0, writes: writes.length - deleted, deletes: deleted + deletedLater };
}

/** Reads the count that was requested as `all`. */
export function countIn(answer: string): number {
  const [{ result }] = JSON.parse(answer) as [Counted];
  return Number(result.aggregateFields.all.integerValue);
}

const itemsOf = (answer: string) => JSON.parse(answer) as object[];

/** Only this collection has a time to live in firestore.indexes.json. */
const isNewSighting = ({ currentDocument, update }: Write): boolean =>
  currentDocument?.exists === false && update?.name.includes('/sightings/') === true;

/** The overhead in bytes of a name, and of a document or an index entry. */
const ofName = 16;
const ofEntry = 32;

const textSize = (text: string): number => Buffer.byteLength(text) + 1;

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number') return 8;
  if (Array.isArray(value)) return value.reduce<number>((size, it) => size + sizeOf(it), 0);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce(
    (size, [key, member]) => size + textSize(key) + sizeOf(member),
    0,
  );
}

/** The values by their field paths, as Firestore indexes them. */
const leaves = (data: object, above = ''): [path: string, value: unknown][] =>
  Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${above}${key}.`)
      : [[above + key, value] satisfies [string, unknown]],
  );

/** The size of a document with all its index entries: https://firebase.google.com/docs/firestore/storage-size */
export function storedBytes(collection: string, id: string, data: DocumentData): number {
  const name = ofName + textSize(collection) + textSize(id);
  const entry = name + ofName + ofEntry;
  const values = new Map(leaves(data));
  const exempt = declared.overrides.map(({ fieldPath }) => fieldPath);
  const single = [...values]
    .filter(([path]) => !exempt.some((it) => path === it || path.startsWith(`${it}.`)))
    // There is one ascending and one descending index.
    .map(([path, value]) => 2 * (entry + textSize(path) + sizeOf(value)));
  const combined = declared.composite.flatMap(({ fields }) => {
    const terms = fields.map(({ fieldPath }) => values.get(fieldPath));
    const many = terms.find((it) => Array.isArray(it)) as unknown[] | undefined;
    const rest = terms.filter((it) => !Array.isArray(it)).map(sizeOf);
    return (many?.map(sizeOf) ?? [0]).map((term) => rest.reduce((a, b) => a + b, entry + term));
  });
  return [...single, ...combined].reduce((a, b) => a + b, name + ofEntry + sizeOf(data));
}

/** Words of twenty letters, the most that an index keeps, each with another first letter. */
const words = (first: number, between: string): string =>
  Array.from({ length: 13 }, (_, i) => String.fromCodePoint(97 + first + i).padEnd(20, 'xyz')).join(
    between,
  );

/** A lead with as many search terms as one visitor can give it, and as many notes as admins can. */
export const inflatedRecord = (): SubmissionRecord =>
  aRecord({
    name: words(0, ' ').slice(0, limits.name),
    company: words(5, ' ').slice(0, limits.company),
    email: `z@${words(10, '.')}`.slice(0, limits.email),
    phone: '2345678 345678 456789 567890 6789012 7890123 890123'.slice(0, limits.phone),
    notes: Array.from({ length: notesKept }, () => ({
      id: crypto.randomUUID(),
      at: new Date().toISOString(),
      by: 'sam@example.com',
      text: '€'.repeat(noteLimit),
    })),
  });
