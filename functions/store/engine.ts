import type { Counts, Filter, Place } from './paging.ts';
import type { OutboxTime } from './outbox-entry.ts';
import { StoreUnavailable } from './port.ts';
import type { AddressField, Found, Marks } from './record.ts';

/** What a store needs from a database. All other logic is written once, above it. Decision 0006. */
export interface Engine {
  /** Leaves out documents that don't exist. */
  find(within: Collection, ids: readonly string[]): Promise<Found[]>;
  /** The documents after this id, ordered by the bytes of the ids. */
  after(within: Collection, id: string | undefined, limit: number): Promise<Found[]>;
  /** The next leads and tombstones after `last`, in the order of `Wanted`. */
  scan(wanted: Wanted, last: Found | undefined, count: number): Promise<Found[]>;
  /** Outbox entries with this time at or before `by`, earliest first. */
  outbox(time: OutboxTime, by: string, limit: number): Promise<Found[]>;
  /** Audit entries after this place, newest first. */
  entries(after: Place | undefined, limit: number): Promise<Found[]>;
  /** Writes all or none. Returns false if a document has changed since its read, or too many writers contend for it. */
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
  | 'outbox'
  /** Ad costs of a month. The id is the month. */
  | 'spent'
  | 'watch'
  /** One document: the canary's lead, until it is read. */
  | 'rehearsal'
  /** Browser reports of a day. The id is the day. */
  | 'browser_reports';

export type Write = { within: Collection; id: string } & (
  | {
      kind: 'put';
      value: object;
      /** Undefined if the document must not exist. */
      replaces: Found | undefined;
    }
  | {
      kind: 'remove';
      /** If undefined, any version is removed. */
      replaces?: Found;
    }
  /** Marks a lead, even a damaged one. */
  | { kind: 'mark'; marks: Marks; replaces: Found }
);

export const put = (
  within: Collection,
  id: string,
  value: object,
  replaces?: Found,
): Extract<Write, { kind: 'put' }> => ({ kind: 'put', within, id, value, replaces });

export type Wanted =
  /** Newest first, or soonest call first. May include leads that match only a part of the filter. */
  | { what: 'listed'; filter: Filter; after: Place | undefined }
  /** Leads with one of these addresses or numbers, newest first. */
  | { what: 'of'; field: AddressField; values: readonly string[] }
  /** Leads whose next attempt is due by this time, longest overdue first. */
  | { what: 'due'; by: string }
  /** Leads in this state that have waited for delivery since this time or longer, longest wait first. */
  | { what: 'undelivered'; state: 'pending' | 'failed'; since: string }
  /** Longest wait first. */
  | { what: 'awaiting'; awaits: 'answer' | 'decision' }
  /** Leads with a call in this time, soonest first. */
  | { what: 'calls'; after: string }
  | { what: 'due calls'; by: string; after: string }
  /** Leads that were won in this time, earliest first. */
  | { what: 'won'; from: string; to: string }
  /** Leads that arrived at `from` or later and before `to`. */
  | { what: 'came'; from: string; to: string }
  /** Tombstones of leads that arrived on the days from `first` to `last`, both included. */
  | { what: 'buried'; first: string; last: string }
  /** Leads that arrived since this time, newest first. */
  | { what: 'arrived'; since: string }
  /** Leads, or only held leads, that arrived before this time, oldest first. */
  | { what: 'old' | 'old held'; before: string }
  /** Leads whose marks name one of these leads. */
  | { what: 'naming'; ids: readonly string[] }
  /** Tombstones of a person with one of these hashes. */
  | { what: 'erased of'; hashes: readonly string[] };

/** Limit for conflicts. In each conflict, one of the writers succeeds. */
const mostTries = 1000;

/** Commits the plan's writes. After a conflict, it plans again with the newest documents. */
export async function committed<T>(
  engine: Engine,
  plan: () => Promise<{ result: T; writes: readonly Write[] }>,
): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const { result, writes } = await plan();
    if (writes.length === 0 || (await engine.commit(writes))) return result;
  }
  throw new StoreUnavailable('Too many conflicts with other writers.');
}

/** For writes without conflicts: removals of any version, and documents with new ids. */
export const forced = (engine: Engine, writes: readonly Write[]): Promise<void> =>
  committed(engine, () => Promise.resolve({ result: undefined, writes }));

/** Creates a document, together with the others. Returns false if it exists already. */
export function created(engine: Engine, write: Write, ...others: Write[]): Promise<boolean> {
  let isFirst = true;
  return committed(engine, async () => {
    // No read at first: the id is usually free, and a read costs as much as the read of a lead.
    const existing = isFirst ? [] : await engine.find(write.within, [write.id]);
    isFirst = false;
    const isFree = existing.length === 0;
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

const furtherReads = 200;

/** Reads until `pick` has returned `count` results, or until no documents are left. */
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
