import type { AuditEntry, AuditHead } from '../../src/shared/audit.ts';
import type { DeliveryState } from '../../src/shared/submission.ts';
import type { Admission, Limit } from '../intake/rate-limit/sliding-window.ts';
import { Unavailable } from '../http/refusal.ts';
import type { Transfer } from './transfer.ts';
import type { SubmissionRecord, Tombstone } from './record.ts';

/** Every engine's one promise: what a call has answered is on disk. */
export interface Store extends Transfer {
  /** Whether it was written: an id that is taken, or was until it was erased, changes nothing. */
  create(record: SubmissionRecord): Promise<boolean>;
  get(id: string): Promise<SubmissionRecord | undefined>;
  /**
   * Stores what `decide` makes of the record, in one step: if another has changed it meanwhile,
   * `decide` is asked again. Where it answers undefined, nothing changes and undefined comes back.
   */
  change(id: string, decide: Decide): Promise<SubmissionRecord | undefined>;
  /** Newest first. Tests are on no page. */
  page(query: PageQuery): Promise<Page>;
  /** Ids of what should have been sent by `now`, longest overdue first. */
  due(now: string, limit: number): Promise<string[]>;
  /** Of the `limit` newest leads that are pending, ids of those that should have been sent by `now`, newest first. */
  newestDue(now: string, limit: number): Promise<string[]>;
  /** Since when the lead should have been delivered that has waited longest, given up or not. */
  undeliveredSince(): Promise<string | undefined>;
  /** How many leads are held as spam. */
  heldCount(): Promise<number>;
  /** When the lead came that has been held longest. */
  heldSince(): Promise<string | undefined>;
  /** Leaves nothing of the tests that came before that time, a batch of them at once. Gives how many there were. */
  sweepTrials(before: string): Promise<number>;
  /** Ids of one person's submissions, whatever their state, and no tests. The address as `foldEmail` gives it. */
  idsOf(foldedEmail: string, limit: number): Promise<string[]>;
  /** Ids of what came before that time, oldest first, without leads that are owed: pending since `owedSince` or later. */
  idsBefore(time: string, limit: number, owedSince?: string): Promise<string[]>;
  /**
   * Leaves a tombstone of each and nothing else, and passes over those that are owed by now. One that
   * can't be erased doesn't keep the others.
   */
  erase(ids: readonly string[], at: string, log?: ErasureLog, owedSince?: string): Promise<Erased>;
  tombstone(id: string): Promise<Tombstone | undefined>;
  /** Appends what `make` links to the head. If another comes first, `make` is asked again. */
  appendAudit(make: (head: AuditHead) => Promise<AuditEntry>): Promise<AuditEntry>;
  /** Newest first, those with numbers below `before`. The head is that of the same moment. */
  audit(query: AuditQuery): Promise<AuditRead>;
  /**
   * Notes that this mark was seen under this key, unless as many others as the limit allows were
   * within its window: then nothing is written. Neither is where it was noted already.
   */
  admit(key: string, mark: string, limit: Limit, now: Date): Promise<Admission>;
  hasRole(userId: string, role: string): Promise<boolean>;
  grantRole(userId: string, role: string): Promise<void>;
  revokeRole(userId: string, role: string): Promise<void>;
  close(): Promise<void>;
}

/** The audit log's part in an erasure: no lead is erased without its entry, or named without being erased. */
export interface ErasureLog {
  /** The entry for exactly these leads. It and their tombstones are one write; asked again if another comes first. */
  link: (head: AuditHead, erased: string[]) => Promise<AuditEntry>;
  /** It is stored. A store with limits for one write takes several. */
  written: (entry: AuditEntry) => void;
}

export interface Erased {
  count: number;
  /** Ids of what the store has, and refuses to change. */
  refused: string[];
}

export type Decide = (record: SubmissionRecord) => SubmissionRecord | undefined;

export interface Filter {
  /** The search as it was typed. A blank one leaves nothing out. */
  q?: string | undefined;
  industry?: string | undefined;
  /** Without it, a search looks at all leads, and the list leaves out what is held as spam. */
  delivery?: DeliveryState | undefined;
  /** Came then or later. */
  from?: string | undefined;
  /** Came before then. */
  to?: string | undefined;
}

export interface PageQuery {
  filter: Filter;
  limit: number;
  /** Begins behind this one. */
  after?: Place | undefined;
}

/** Where a submission stands in the order of the list. */
export interface Place {
  created_at: string;
  id: string;
}

export interface Page {
  records: SubmissionRecord[];
  /** Where the next page begins behind; undefined at the end of the list. */
  next: Place | undefined;
}

export interface AuditQuery {
  limit: number;
  before?: number | undefined;
}

export interface AuditRead {
  /** As they are stored, whatever somebody may have done to them. */
  entries: unknown[];
  /** What `before` is for the next page; undefined at the end. */
  next: number | undefined;
  head: AuditHead;
}

/** The engine can't be reached, read or written. A write may have come through all the same: ids make a second one harmless. */
export class StoreUnavailable extends Unavailable {
  override name = 'StoreUnavailable';
}
