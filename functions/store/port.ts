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

/** Every engine promises that a call's changes are on disk when it answers. Decision 0006. */
export interface Store extends Copying {
  /**
   * Stores a new lead, and these entries of the outbox with it. Returns false and changes nothing if the id is taken,
   * even by an erased lead.
   */
  create(record: SubmissionRecord, outbox?: readonly OutboxEntry[]): Promise<boolean>;
  /**
   * Writes a lead as `create` does, reads it and removes it again, and rejects unless it was read as it was written.
   * It is apart from the leads, so nothing finds it, even if this breaks off; the next rehearsal then replaces it.
   */
  rehearse(record: SubmissionRecord): Promise<void>;
  get(id: string): Promise<SubmissionRecord | undefined>;
  /**
   * Stores what `decide` makes of the record, and returns it. If somebody else changes the record first,
   * `decide` is called again. If it returns undefined, or there is no such lead, nothing changes and
   * this returns undefined.
   */
  change(id: string, decide: Decide, also?: Also): Promise<SubmissionRecord | undefined>;
  /** Gives the marks that `decide` names to up to ten leads, in one write. Returns the ids of those that it marked. */
  mark(
    ids: readonly string[],
    decide: (record: SubmissionRecord) => Pick<SubmissionRecord, 'offered'> | undefined,
  ): Promise<string[]>;
  /** Newest first, and calls soonest first. */
  page(query: PageQuery): Promise<Page>;
  /** The ids of leads whose next attempt is due by `now`, the longest overdue first. */
  due(now: string, limit: number): Promise<string[]>;
  /** The leads in this state that the webhook should have had by then. */
  undelivered(state: 'pending' | 'failed', since: string): Promise<Undelivered>;
  /** The leads to call by now, and after that time, the soonest first, and how many there are. */
  dueCalls(
    now: string,
    limit: number,
    after?: string,
  ): Promise<{ due: SubmissionRecord[]; count: number }>;
  /** When the first call after that time is to be made. */
  nextCall(after: string): Promise<string | undefined>;
  /** How many held leads await a decision, and how many leads wait for an answer. */
  counts(): Promise<Counts>;
  /** When the oldest held lead came that awaits a decision. */
  heldSince(): Promise<string | undefined>;
  /** When the oldest lead came that waits for an answer. */
  waitingSince(): Promise<string | undefined>;
  /** Leads that were won from one time on and before the other, the earliest first. */
  won(from: string, to: string): Promise<SubmissionRecord[]>;
  /** When leads came since that time, newest first. */
  arrivals(since: string, limit: number): Promise<string[]>;
  /** The place of the newest change in the order of all changes. To erase a lead is to change it. */
  lastChange(): Promise<string>;
  /** The figures of a month like 2026-11, with these rows. An erased lead still counts. */
  report(month: string, by: ReportBy): Promise<Report>;
  /** What the ads of a month cost. */
  spent(month: string): Promise<SpentOn[]>;
  /** Like `change`, for that. */
  changeSpent(
    month: string,
    decide: Decide<SpentOn[]>,
    entry?: AuditEntry,
  ): Promise<SpentOn[] | undefined>;
  /** The person's earlier requests, by e-mail or by phone, oldest first. */
  earlierOf(person: Pick<SubmissionRecord, 'email' | 'phone'>): Promise<Earlier[]>;
  /** The leads in any state that have one of the person's addresses or numbers, even damaged ones. */
  leadsOf(person: Person, limit: number): Promise<{ id: string; name: string }[]>;
  /** The ids of leads that came before that time, oldest first. Fewer than `limit` means that there are no more. */
  idsBefore(time: string, limit: number, spared?: Spared): Promise<string[]>;
  /**
   * Leaves only a tombstone of each lead, removes it from the marks of later leads, and skips those that are
   * owed by now. Returns how many were erased.
   */
  erase(ids: readonly string[], at: string, how?: Erasure): Promise<number>;
  tombstone(id: string): Promise<Tombstone | undefined>;
  /** Some tombstones of the person with one of these hashes. */
  tombstonesOf(hashes: readonly string[]): Promise<Tombstone[]>;
  /** What the do-not-contact list has of these hashes, and the fingerprint of its key. */
  optOuts(
    hashes: readonly string[],
  ): Promise<{ found: Omit<OptOut, 'kind'>[]; fingerprint: string | undefined }>;
  /** Whether anybody is on the list, and the fingerprint of its key: it shows later whether the key is the same. */
  optOutList(): Promise<{ isEmpty: boolean; fingerprint: string | undefined }>;
  /** Stores the fingerprint of the key of a list that an import adds. */
  setFingerprint(fingerprint: string): Promise<void>;
  /**
   * Puts these hashes on the list. If one of them is new there, the audit entry and the messages are part of the
   * write, and this returns true. A later time replaces an earlier one.
   */
  optOut(change: NewOptOut, entry: AuditEntry, messages?: readonly OutboxEntry[]): Promise<boolean>;
  /**
   * Takes these hashes off the list, with the audit entry and the messages. Returns whether one of them was on it. If
   * the person opted out after `upTo`, nothing changes and this returns false.
   */
  allowContact(
    hashes: readonly string[],
    entry: AuditEntry,
    messages?: readonly OutboxEntry[],
    upTo?: string,
  ): Promise<boolean>;
  /** Entries of the outbox with such a time by then, the earliest first. Damaged ones are logged and left out. */
  outbox(time: OutboxTime, by: string, limit: number): Promise<OutboxEntry[]>;
  /**
   * Like `change`, for up to 400 entries in one write. One that is delivered, or off, is removed. Returns what
   * `decide` made of those that it changed.
   */
  changeOutbox(ids: readonly string[], decide: Decide<OutboxEntry>): Promise<OutboxEntry[]>;
  /** Logs an action that changes nothing else in the store. */
  appendAudit(entry: AuditEntry): Promise<void>;
  /** Entries after this place, newest first, as they are stored. `next` is the `after` of the next page. */
  audit(query: { limit: number; after?: Place | undefined }): Promise<AuditRead>;
  /**
   * Counts a hit with this mark under this key, unless its window already has as many others as the limit
   * allows. A hit that was refused, or was counted before, writes nothing. One that can't be counted
   * because others keep coming first counts as over the limit.
   */
  admit(key: string, mark: string, limit: Limit, now: Date): Promise<Admission>;
  /** The site's knowledge of its own troubles. */
  watch(): Promise<Watch>;
  /**
   * Stores what `decide` makes of it, and returns it. If somebody else changes it first, `decide` is
   * called again. If it returns undefined, nothing changes and this returns undefined. `outbox` is called after it:
   * these entries are written with the change, in the place of waiting ones with the same ids.
   */
  changeWatch(decide: Decide<Watch>, outbox?: () => OutboxEntry[]): Promise<Watch | undefined>;
  /** What visitors' browsers reported on these days, in their order. */
  browserReports(days: readonly string[]): Promise<BrowserReports[]>;
  /** Like `change`, for one day. */
  changeBrowserReports(
    day: string,
    decide: Decide<BrowserReports>,
  ): Promise<BrowserReports | undefined>;
  /** Removes reports of days before this one, a few at a time. */
  removeBrowserReports(before: string): Promise<void>;
  /** With an address: whether the role was granted to it, or to no address. */
  hasRole(userId: string, role: string, email?: string): Promise<boolean>;
  /** Writes the role and its audit entry, unless there is such a role. Returns whether it was written. */
  grantRole(userId: string, role: string, email?: string, entry?: AuditEntry): Promise<boolean>;
  /** Removes the role and writes the audit entry, if there is such a role. Returns whether there was one. */
  revokeRole(userId: string, role: string, entry?: AuditEntry): Promise<boolean>;
  close(): Promise<void>;
}

/** What is written with a changed lead, if it changes. */
interface Also {
  outbox?: readonly OutboxEntry[] | undefined;
  entry?: AuditEntry | undefined;
}

interface NewOptOut extends OptedOut {
  hashes: readonly string[];
  /** That of the key that made the hashes. */
  fingerprint: string;
}

/** How an erasure is logged: no lead is erased without an entry, and no entry names another lead. */
export interface ErasureLog {
  /** Makes the entry for exactly these leads, which is one write with their tombstones. */
  entry: (erased: string[]) => AuditEntry;
  /** Makes the messages about these people, which belong to the same write. */
  notify?: ((erased: readonly Person[]) => OutboxEntry[]) | undefined;
  /** Called when an entry is stored. A store that limits the size of a write needs several. */
  written: (entry: AuditEntry) => void;
}

/** Which leads an erasure leaves alone, even if it is told to erase them. */
export interface Spared {
  /** A lead that is pending since then or later is owed to the webhook, and stays. */
  owedSince?: string | undefined;
  /** A lead that isn't held, or came or was held only then or later, stays. */
  heldBefore?: string | undefined;
}

export interface Erasure extends Spared {
  log?: ErasureLog | undefined;
  /** Without it, a tombstone can't be found by its person. */
  personHash?: PersonHash | undefined;
}

export interface Undelivered {
  count: number;
  /** The lead that has waited longest. */
  oldest: SubmissionRecord | undefined;
  /** How many that can't be read have waited longer than that one. */
  damaged: number;
}

export type Decide<T = SubmissionRecord> = (stored: T) => T | undefined;

type AuditRead = { entries: unknown[]; next: Place | undefined };

/**
 * The engine can't be reached, read or written. A write may have arrived anyway; thanks to ids, a second
 * one does no harm.
 */
export class StoreUnavailable extends Unavailable {
  override name = 'StoreUnavailable';
}

/** At most this many hits in any stretch of time this long. */
export interface Limit {
  count: number;
  windowMs: number;
}

export type Admission =
  | { admitted: true }
  /** By this time, an old hit will have left the window. */
  | { admitted: false; until: number };
