/** What Firestore bills. */
export interface Billed {
  reads: number;
  writes: number;
  /** Including the deletes that Firestore makes when a document expires. */
  deletes: number;
}

export interface Call {
  path: string;
  body: string;
  answer: string;
  /** The index entries that an aggregation went through. */
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
  if (path.includes(':batchGet')) return { ...nothing, reads: itemsOf(answer).length };
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

/** Reads the count that was asked for as `all`. */
export function countIn(answer: string): number {
  const [{ result }] = JSON.parse(answer) as [Counted];
  return Number(result.aggregateFields.all.integerValue);
}

const itemsOf = (answer: string) => JSON.parse(answer) as object[];

/** Only this collection has a time to live in firestore.indexes.json. */
const isNewSighting = ({ currentDocument, update }: Write): boolean =>
  currentDocument?.exists === false && update?.name.includes('/sightings/') === true;
