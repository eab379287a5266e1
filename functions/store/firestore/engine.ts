import type {
  CollectionReference,
  DocumentReference,
  DocumentSnapshot,
  Firestore,
  Query,
} from '@google-cloud/firestore';
import type { Log } from '../../log/log.ts';
import type { Admission, Limit } from '../../intake/rate-limit/sliding-window.ts';
import { isDocumentId, undeliveredSince, type SubmissionRecord } from '../record.ts';
import { roleId, type Transfer } from '../transfer.ts';
import { fillPage, readPastDamaged } from '../paging.ts';
import { StoreUnavailable, type Decide, type Page, type PageQuery, type Store } from '../port.ts';
import { appending, auditLog } from './audit.ts';
import { connect, type Connection, type Transport } from './connect.ts';
import { toDocument, toRecord } from './document.ts';
import { deadline } from './deadline.ts';
import { erasing, isErased } from './erase.ts';
import { available, code, written } from './failure.ts';
import { transfer } from './transfer.ts';
import {
  allHeld,
  longestHeld,
  longestUndelivered,
  newestFirst,
  newestPending,
  overdue,
  trialsBefore,
} from './queries.ts';
import { Hits } from './hits.ts';

/** How often others may come first. One of them gets through each time, so few are enough. */
const mostTries = 50;

const sweptAtOnce = 200;

/** How a write is refused that another came before: a change, or the sweeping of a test. */
const changedOrGone = [code.failedPrecondition, code.aborted, code.notFound];

export const openFirestore = (connection: Connection, log: Log, transport?: Transport): Store =>
  firestoreStore(connect(connection, transport), log);

/** The engine of production, over whichever client it is given. */
export function firestoreStore(db: Firestore, log: Log): Store {
  const submissions = db.collection('contact_submissions');
  const store = new FirestoreStore(db, submissions, log);
  const append = appending(db);
  return Object.assign(
    store,
    erasing(db, submissions, append),
    auditLog(db, append),
    transfer(db, submissions),
  );
}

type OfOthers =
  keyof Transfer | 'idsOf' | 'idsBefore' | 'erase' | 'tombstone' | 'appendAudit' | 'audit';

class FirestoreStore implements Omit<Store, OfOthers> {
  readonly #db: Firestore;
  readonly #submissions: CollectionReference;
  readonly #hits: Hits;
  readonly #log: Log;

  constructor(db: Firestore, submissions: CollectionReference, log: Log) {
    this.#db = db;
    this.#submissions = submissions;
    this.#hits = new Hits(db);
    this.#log = log;
  }

  create(record: SubmissionRecord): Promise<boolean> {
    const ref = this.#submissions.doc(record.id);
    return available(() => written(ref.create(toDocument(record)), code.alreadyExists));
  }

  async get(id: string): Promise<SubmissionRecord | undefined> {
    const snapshot = await this.#find(id);
    return snapshot && toRecord(snapshot);
  }

  async change(id: string, decide: Decide): Promise<SubmissionRecord | undefined> {
    const late = deadline();
    const stamp = crypto.randomUUID();
    let changed: SubmissionRecord | undefined;
    for (let tries = 0; tries < mostTries; tries++) {
      const snapshot = await this.#find(id, late);
      // Written already: its answer was lost, and the library's own second try came too late.
      if (changed && snapshot?.get('stamp') === stamp) return changed;
      changed = snapshot && decide(toRecord(snapshot));
      if (!snapshot || !changed) return undefined;
      const { ref, updateTime: lastUpdateTime } = snapshot;
      const document = { ...toDocument(changed), stamp };
      if (!lastUpdateTime) throw new TypeError('A document that was read has no time of update');
      const unlessChanged = { lastUpdateTime };
      const update = () => written(ref.update(document, unlessChanged), ...changedOrGone);
      if (await available(update, late)) return changed;
    }
    throw new StoreUnavailable(`Submission ${id} kept changing while it was being written`);
  }

  page(query: PageQuery): Promise<Page> {
    const late = deadline();
    return fillPage(query, (after, count) =>
      this.#read(newestFirst(this.#submissions, query.filter, after), count, late),
    );
  }

  async due(now: string, limit: number): Promise<string[]> {
    const records = await this.#read(overdue(this.#submissions, now), limit, deadline());
    return records.map(({ id }) => id);
  }

  async newestDue(now: string, limit: number): Promise<string[]> {
    const nextAttempt = 'delivery.next_attempt_at';
    const query = newestPending(this.#submissions).select(nextAttempt).limit(limit);
    const { docs } = await available(() => query.get());
    return docs.filter((it) => String(it.get(nextAttempt)) <= now).map(({ id }) => id);
  }

  async undeliveredSince(): Promise<string | undefined> {
    const [record] = await this.#read(longestUndelivered(this.#submissions), 1, deadline());
    return record && (undeliveredSince(record) ?? undefined);
  }

  async heldCount(): Promise<number> {
    const count = allHeld(this.#submissions).count();
    return (await available(() => count.get())).data().count;
  }

  async heldSince(): Promise<string | undefined> {
    const [record] = await this.#read(longestHeld(this.#submissions), 1, deadline());
    return record?.created_at;
  }

  async sweepTrials(before: string): Promise<number> {
    const old = trialsBefore(this.#submissions, before).select().limit(sweptAtOnce);
    const { docs } = await available(() => old.get());
    const batch = this.#db.batch();
    for (const { ref } of docs) batch.delete(ref);
    if (docs.length > 0) await available(() => batch.commit());
    return docs.length;
  }

  admit(key: string, mark: string, limit: Limit, now: Date): Promise<Admission> {
    return this.#hits.admit(key, mark, limit, now);
  }

  async hasRole(userId: string, role: string): Promise<boolean> {
    const ref = this.#role(userId, role);
    return ref !== undefined && (await available(() => ref.get())).exists;
  }

  async grantRole(userId: string, role: string): Promise<void> {
    const ref = this.#role(userId, role);
    if (!ref) throw new TypeError('No user has such an id');
    await available(() => ref.set({ user_id: userId, role }));
  }

  async revokeRole(userId: string, role: string): Promise<void> {
    const ref = this.#role(userId, role);
    if (ref) await available(() => ref.delete());
  }

  /** Over REST there is nothing to hang up, and `terminate` turns a read given up into a crash. */
  async close(): Promise<void> {}

  #role(userId: string, role: string): DocumentReference | undefined {
    const id = roleId({ user_id: userId, role });
    return isDocumentId(id) ? this.#db.collection('user_roles').doc(id) : undefined;
  }

  async #find(id: string, late?: AbortSignal): Promise<DocumentSnapshot | undefined> {
    if (!isDocumentId(id)) return undefined;
    const snapshot = await available(() => this.#submissions.doc(id).get(), late);
    return snapshot.exists && !isErased(snapshot) ? snapshot : undefined;
  }

  #read(query: Query, count: number, late: AbortSignal): Promise<SubmissionRecord[]> {
    const docsAfter = async (last: DocumentSnapshot | undefined, limit: number) => {
      const rest = last ? query.startAfter(last) : query;
      return (await available(() => rest.limit(limit).get(), late)).docs;
    };
    return readPastDamaged<DocumentSnapshot>(count, docsAfter, toRecord, this.#log);
  }
}
