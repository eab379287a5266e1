import type { AuditEntry } from '../../src/shared/audit.ts';
import type { Report, ReportBy, SpentOn } from '../../src/shared/report-schema.ts';
import type { Earlier, OptedOut } from '../../src/shared/submission.ts';
import { Unavailable } from '../unavailable.ts';
import type { BrowserReports } from './browser-report-day.ts';
import type { Counts, Page, PageQuery, Place } from './paging.ts';
import type { Copying, OptOut } from './collections.ts';
import type { OutboxEntry, OutboxTime } from './outbox-entry.ts';
import type { Person, PersonHash, SubmissionRecord, Tombstone } from './record.ts';
import type { Watch } from './watch-state.ts';

/** All changes of a call are on disk when it resolves. Decision 0006. */
export interface Store extends Copying {
  /** Returns false and changes nothing if the id is taken, even by an erased lead. */
  create(record: SubmissionRecord, outbox?: readonly OutboxEntry[]): Promise<boolean>;
  /** Writes, reads and removes a lead that no query finds. Rejects if the read lead differs. */
  rehearse(record: SubmissionRecord): Promise<void>;
  get(id: string): Promise<SubmissionRecord | undefined>;
  /** Returns the stored result of `decide`, which runs again after a conflict. Undefined: nothing has changed. */
  change(id: string, decide: Decide, also?: Also): Promise<SubmissionRecord | undefined>;
  /** Marks up to ten leads in one write. Returns the ids of the marked leads. */
  mark(
    ids: readonly string[],
    decide: (record: SubmissionRecord) => Pick<SubmissionRecord, 'offered'> | undefined,
  ): Promise<string[]>;
  /** Newest first, but calls soonest first. */
  page(query: PageQuery): Promise<Page>;
  /** Ids of the leads whose next attempt is due by `now`, longest overdue first. */
  due(now: string, limit: number): Promise<string[]>;
  /** Leads in this state that have waited for delivery since this time or longer. */
  undelivered(state: 'pending' | 'failed', since: string): Promise<Undelivered>;
  /** Leads with a call after `after` and by `now`, soonest first, and their number. */
  dueCalls(
    now: string,
    limit: number,
    after?: string,
  ): Promise<{ due: SubmissionRecord[]; count: number }>;
  /** Time of the first call after `after`. */
  nextCall(after: string): Promise<string | undefined>;
  /** Number of held leads that await a decision, and of leads that wait for an answer. */
  counts(): Promise<Counts>;
  /** Arrival of the oldest held lead that awaits a decision. */
  heldSince(): Promise<string | undefined>;
  /** Arrival of the oldest lead that waits for an answer. */
  waitingSince(): Promise<string | undefined>;
  /** Leads that were won at `from` or later and before `to`, earliest first. */
  won(from: string, to: string): Promise<SubmissionRecord[]>;
  /** Arrival times of leads, newest first. */
  arrivals(since: string, limit: number): Promise<string[]>;
  /** Identifies the newest change of any lead. An erasure is a change. */
  lastChange(): Promise<string>;
  /** `month` is like 2026-11. An erased lead still counts. */
  report(month: string, by: ReportBy): Promise<Report>;
  spent(month: string): Promise<SpentOn[]>;
  /** Like `change`, for ad costs. */
  changeSpent(
    month: string,
    decide: Decide<SpentOn[]>,
    entry?: AuditEntry,
  ): Promise<SpentOn[] | undefined>;
  /** The person's earlier requests, by e-mail address or phone number, oldest first. */
  earlierOf(person: Pick<SubmissionRecord, 'email' | 'phone'>): Promise<Earlier[]>;
  /** Leads in any state with one of the person's addresses or numbers, even damaged ones. */
  leadsOf(person: Person, limit: number): Promise<{ id: string; name: string }[]>;
  /** Ids of leads that arrived before `time`, oldest first. Fewer than `limit` means that no more exist. */
  idsBefore(time: string, limit: number, spared?: Spared): Promise<string[]>;
  /** Leaves tombstones, and removes the ids from later leads' marks. Skips spared leads. Returns the number erased. */
  erase(ids: readonly string[], at: string, how?: Erasure): Promise<number>;
  tombstone(id: string): Promise<Tombstone | undefined>;
  tombstonesOf(hashes: readonly string[]): Promise<Tombstone[]>;
  /** Entries of the do-not-contact list with these hashes, and the fingerprint of its key. */
  optOuts(
    hashes: readonly string[],
  ): Promise<{ found: Omit<OptOut, 'kind'>[]; fingerprint: string | undefined }>;
  /** Whether the do-not-contact list is empty, and the fingerprint of its key. */
  optOutList(): Promise<{ isEmpty: boolean; fingerprint: string | undefined }>;
  /** Stores the fingerprint for a list that an import adds. */
  setFingerprint(fingerprint: string): Promise<void>;
  /** Returns whether a hash is new. If so, writes the entry and messages. A later time replaces an earlier one. */
  optOut(change: NewOptOut, entry: AuditEntry, messages?: readonly OutboxEntry[]): Promise<boolean>;
  /** Returns whether a hash was on the list. After an opt-out newer than `upTo`, changes nothing and returns false. */
  allowContact(
    hashes: readonly string[],
    entry: AuditEntry,
    messagesAbout?: (removed: readonly string[]) => readonly OutboxEntry[],
    upTo?: string,
  ): Promise<boolean>;
  /** Outbox entries with this time at or before `by`, earliest first. Logs and leaves out damaged entries. */
  outbox(time: OutboxTime, by: string, limit: number): Promise<OutboxEntry[]>;
  /** Like `change`, for up to 400 entries in one write. Removes delivered and off entries. Returns the changed ones. */
  changeOutbox(ids: readonly string[], decide: Decide<OutboxEntry>): Promise<OutboxEntry[]>;
  appendAudit(entry: AuditEntry): Promise<void>;
  /** Entries after this place, newest first, as stored. `next` is the `after` of the next page. */
  audit(query: { limit: number; after?: Place | undefined }): Promise<AuditRead>;
  /**
   * Counts a hit with this mark under this key, unless the window has as many other hits as the limit allows. A refused
   * hit or a known mark writes nothing. If conflicts with other writers prevent the count, the hit is over the limit.
   */
  admit(key: string, mark: string, limit: Limit, now: Date): Promise<Admission>;
  watch(): Promise<Watch>;
  /**
   * Like `change`, for the watch. `outbox` is called after `decide`. Its entries are part of the write, and replace
   * waiting entries with the same ids.
   */
  changeWatch(decide: Decide<Watch>, outbox?: () => OutboxEntry[]): Promise<Watch | undefined>;
  /** Browser reports of these days, in their order. */
  browserReports(days: readonly string[]): Promise<BrowserReports[]>;
  /** Like `change`, for one day. */
  changeBrowserReports(
    day: string,
    decide: Decide<BrowserReports>,
  ): Promise<BrowserReports | undefined>;
  /** Removes the reports of earlier days, a few at a time. */
  removeBrowserReports(before: string): Promise<void>;
  /** With `email`, a role counts only if it was granted to that address or to none. */
  hasRole(userId: string, role: string, email?: string): Promise<boolean>;
  /** Writes the role and its audit entry, unless the role exists. Returns whether it was written. */
  grantRole(userId: string, role: string, email?: string, entry?: AuditEntry): Promise<boolean>;
  /** Removes the role and writes the audit entry, if the role exists. Returns whether it existed. */
  revokeRole(userId: string, role: string, entry?: AuditEntry): Promise<boolean>;
  close(): Promise<void>;
}

interface Also {
  outbox?: readonly OutboxEntry[] | undefined;
  entry?: AuditEntry | undefined;
}

interface NewOptOut extends OptedOut {
  hashes: readonly string[];
  /** Fingerprint of the key that made the hashes. */
  fingerprint: string;
}

/** No lead is erased without an entry, and no entry names another lead. */
export interface ErasureLog {
  /** Makes the entry for exactly these leads. It is written together with their tombstones. */
  entry: (erased: string[]) => AuditEntry;
  /** Makes the messages about these people, for the same write. */
  notify?: ((erased: readonly Person[]) => OutboxEntry[]) | undefined;
  /** Called for each stored entry. A store that limits the size of a write needs several. */
  written: (entry: AuditEntry) => void;
}

export interface Spared {
  /** A lead that has been pending since this time or later is owed to the webhook, and stays. */
  owedSince?: string | undefined;
  /** Erase only held leads that arrived and were held before this time; all others stay. */
  onlyHeldBefore?: string | undefined;
}

export interface Erasure extends Spared {
  log?: ErasureLog | undefined;
  /** If undefined, the tombstone can't be found by its person. */
  personHash?: PersonHash | undefined;
}

export interface Undelivered {
  count: number;
  oldest: SubmissionRecord | undefined;
  /** Number of unreadable leads with a longer wait than `oldest`. */
  damaged: number;
}

export type Decide<T = SubmissionRecord> = (stored: T) => T | undefined;

type AuditRead = { entries: unknown[]; next: Place | undefined };

/** The write may have arrived nevertheless. Because of the ids, a second write does no harm. */
export class StoreUnavailable extends Unavailable {
  override name = 'StoreUnavailable';
}

export interface Limit {
  count: number;
  windowMs: number;
}

export type Admission =
  | { admitted: true }
  /** In ms. At this time, an old hit has left the window. */
  | { admitted: false; until: number };
