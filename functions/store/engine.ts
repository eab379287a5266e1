import type { Counts, Filter, Place } from './paging.ts';
import type { OutboxTime } from './outbox-entry.ts';
import { StoreUnavailable } from './port.ts';
import type { AddressField, Found, Marks } from './record.ts';

/**
 * What a store needs of a database: documents that are written together unless somebody came first, and
 * a few ways to find leads. All the rest is written once, above it. Decision 0006.
 */
export interface Engine {
  /** Those of these documents that exist. */
  find(within: Collection, ids: readonly string[]): Promise<Found[]>;
  /** The documents after this id, in the order of the ids' bytes. */
  after(within: Collection, id: string | undefined, limit: number): Promise<Found[]>;
  /** The next leads and tombstones that are wanted, in their order. */
  scan(wanted: Wanted, last: Found | undefined, count: number): Promise<Found[]>;
  /** Entries of the outbox with such a time by then, the earliest first. */
  outbox(time: OutboxTime, by: string, limit: number): Promise<Found[]>;
  /** Entries of the audit log after this one, newest first. */
  entries(after: Place | undefined, limit: number): Promise<Found[]>;
  /**
   * Writes all of these or none. Returns false if a document isn't as it was read, or if too many write it
   * at once.
   */
  commit(writes: readonly Write[]): Promise<boolean>;
  count(wanted: Wanted): Promise<number>;
  counts(): Promise<Counts>;
  lastChange(): Promise<string>;
  close(): Promise<void>;
}

export type Collection =
  | 'submissions'
  | 'user_roles'
  | 'opt_outs'
  | 'audit_log'
  | 'sightings'
  /** What waits to be sent: notices, alerts, rights messages. */
  | 'outbox'
  /** What the ads of a month cost, under the month. */
  | 'spent'
  | 'watch'
  /** One document: the lead that the canary's form is stored as, until it was read. */
  | 'rehearsal'
  /** What visitors' browsers reported on a day, under the day. */
  | 'browser_reports';

export type Write = { within: Collection; id: string } & (
  | {
      kind: 'put';
      value: object;
      /** Undefined if there was no such document. */
      replaces: Found | undefined;
    }
  | {
      kind: 'remove';
      /** What is removed. Without it, whatever is there. */
      replaces?: Found;
    }
  /** Gives a lead these marks, even if it is damaged. */
  | { kind: 'mark'; marks: Marks; replaces: Found }
);

export const put = (
  within: Collection,
  id: string,
  value: object,
  replaces?: Found,
): Extract<Write, { kind: 'put' }> => ({ kind: 'put', within, id, value, replaces });

export type Wanted =
  /** The newest first, or the soonest call. The rest of the filter may have to be compared. */
  | { what: 'listed'; filter: Filter; after: Place | undefined }
  /** Leads that have one of these addresses or numbers, the newest first. */
  | { what: 'of'; field: AddressField; values: readonly string[] }
  /** Leads whose next attempt is due by then, the longest overdue first. */
  | { what: 'due'; by: string }
  /** Leads in this state that the webhook should have had by then. Those that have waited longest come first. */
  | { what: 'undelivered'; state: 'pending' | 'failed'; since: string }
  /** Those that have waited longest come first. */
  | { what: 'awaiting'; awaits: 'answer' | 'decision' }
  /** Leads to call after that time, or by then, the soonest first. */
  | { what: 'calls'; after: string }
  | { what: 'due calls'; by: string; after: string }
  /** Leads that were won in this time, the earliest first. */
  | { what: 'won'; from: string; to: string }
  /** Leads that came in this time, and tombstones of leads that came on these days. */
  | { what: 'came'; from: string; to: string }
  | { what: 'buried'; first: string; last: string }
  /** Leads that came since then, the newest first. */
  | { what: 'arrived'; since: string }
  /** Leads that came before then, the oldest first. */
  | { what: 'old' | 'old held'; before: string }
  /** Leads whose marks name one of these. */
  | { what: 'naming'; ids: readonly string[] }
  /** Tombstones that can answer for a person with one of these hashes. */
  | { what: 'erased of'; hashes: readonly string[] };

/** How many times others may come first. One of them gets through each time. */
const mostTries = 1000;

/** Commits what `plan` makes of the newest documents. If somebody else comes first, it is called again. */
export async function committed<T>(
  engine: Engine,
  plan: () => Promise<{ result: T; writes: readonly Write[] }>,
): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { result, writes } = await plan();
    if (writes.length === 0 || (await engine.commit(writes))) return result;
  }
  throw new StoreUnavailable('Others kept coming first.');
}

/** Writes these whatever was there before. */
export const forced = (engine: Engine, writes: readonly Write[]): Promise<void> =>
  committed(engine, () => Promise.resolve({ result: undefined, writes }));

/** Creates this document, and others with it. Returns false if there is one. */
export function created(engine: Engine, write: Write, ...others: Write[]): Promise<boolean> {
  let isFirst = true;
  return committed(engine, async () => {
    // A new document is usually free, and reading it costs as much as a lead.
    const there = isFirst ? [] : await engine.find(write.within, [write.id]);
    isFirst = false;
    const isFree = there.length === 0;
    return { result: isFree, writes: isFree ? [write, ...others] : [] };
  });
}

export function* inGroups<T>(all: Iterable<T>, size: number): Generator<T[]> {
  let group: T[] = [];
  for (const item of all) {
    if (group.push(item) < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** How many more are read at once if the first ones were not enough. */
const furtherReads = 200;

/** Reads on until it has `count` of what `pick` takes from the documents, or there are no more. */
export async function picked<T>(
  engine: Pick<Engine, 'scan'>,
  wanted: Wanted,
  count: number,
  pick: (found: Found) => T[],
): Promise<T[]> {
  const results: T[] = [];
  let last: Found | undefined;
  do {
    const missing = count - results.length;
    const limit = last ? Math.max(missing, furtherReads) : missing;
    const found = await engine.scan(wanted, last, limit);
    results.push(...found.flatMap(pick));
    last = found.length < limit ? undefined : found.at(-1);
  } while (last && results.length < count);
  return results.slice(0, count);
}
