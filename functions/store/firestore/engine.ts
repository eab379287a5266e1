import {
  AggregateField,
  FieldPath,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type { Log } from '../../log/log.ts';
import { copying } from '../copying.ts';
import { inGroups, type Collection, type Engine, type Write } from '../engine.ts';
import type { Store } from '../port.ts';
import { isDocumentId, isErased, type Found, type SubmissionRecord } from '../record.ts';
import { storeOn } from '../store.ts';
import {
  available,
  connect,
  eachInTime,
  inTime,
  isFirst,
  usualPatience,
  type Connection,
  type Transport,
} from './client.ts';
import { changed, countsIn, fieldMask, fieldsOf, queryOf, toDocument } from './documents.ts';

export const openFirestore = (
  connection: Connection,
  log: Log,
  {
    transport,
    // A program that copies thousands over gRPC may have a slow connection, and no visitor waits.
    patienceMs = transport === 'grpc' ? 30_000 : usualPatience,
  }: { transport?: Transport | undefined; patienceMs?: number } = {},
): Store => firestoreStore(connect(connection, transport), log, patienceMs);

export function firestoreStore(db: Firestore, log: Log, patienceMs = usualPatience): Store {
  const engine = eachInTime(firestoreEngine(db), patienceMs);
  const store = storeOn(engine, log);
  return {
    ...eachInTime(store, patienceMs),
    // Each may read 20,000 leads while an admin waits.
    report: (...args) => inTime(() => store.report(...args), 4 * patienceMs),
    won: (...args) => inTime(() => store.won(...args), 4 * patienceMs),
    // These may take longer, so each of their requests has its own deadline.
    ...copying(engine),
    erase: (...args) => store.erase(...args),
  };
}

/** Earlier versions kept rights messages in `rights`. Messages that wait during an update must still be sent. */
const names: Partial<Record<Collection, string>> = {
  submissions: 'contact_submissions',
  outbox: 'rights',
};

function firestoreEngine(db: Firestore): Engine {
  const collection = (within: Collection) => db.collection(names[within] ?? within);
  const submissions = collection('submissions');
  /** Excludes the fields that only queries need, which are most of a lead. */
  const all = (within: Collection): Query =>
    within === 'submissions' ? submissions.select(...fieldMask) : collection(within);
  const ask = async (query: Query): Promise<Found[]> =>
    (await available(() => query.get())).docs.map(toFound);

  const add = (batch: WriteBatch, write: Write, stamp: string): void => {
    const ref = collection(write.within).doc(write.id);
    if (write.kind === 'remove') {
      batch.delete(ref, write.replaces && asRead(write.replaces));
      return;
    }
    const document = documentOf(write, stamp);
    if (!write.replaces) {
      batch.create(ref, document);
      return;
    }
    if (!('erased_at' in document)) {
      batch.update(ref, document, asRead(write.replaces));
      return;
    }
    // A tombstone must replace all fields of an unchanged lead. Only `set` replaces all fields, only `update` takes a
    // precondition, and a commit keeps their order.
    batch.update(ref, { erased_at: document['erased_at'] as string }, asRead(write.replaces));
    batch.set(ref, document);
  };

  /** A removal has succeeded if the documents are gone, even if another writer removed them. */
  const areGone = async (writes: readonly Write[]): Promise<boolean> => {
    const refs = writes.map(({ within, id }) => collection(within).doc(id));
    const stored = await available(() => Promise.all(refs.map((ref) => ref.get())));
    return stored.every(({ exists }) => !exists);
  };

  /**
   * Whether the document that caused the refusal is our own: if a response is lost, the library repeats the commit, and
   * the repeat is refused.
   */
  const isOurs = async (writes: readonly Write[], stamp: string): Promise<boolean> => {
    const write = writes.find((change) => change.kind !== 'remove');
    if (!write) return areGone(writes);
    const document = documentOf(write, stamp);
    const own = ['stamp', 'erased_at'].find((name) => name in document);
    if (own === undefined) return false;
    const stored = await available(() => collection(write.within).doc(write.id).get());
    return stored.get(own) === document[own];
  };

  return {
    async find(within, ids) {
      // A query may name 30 ids. A query without results costs one read, however many ids it names.
      const reads = inGroups(ids.filter(isDocumentId), 30).map((some) =>
        ask(all(within).where(FieldPath.documentId(), 'in', some)),
      );
      return (await Promise.all(reads)).flat();
    },

    after(within, id, limit) {
      // Ordered by the document's own id, which needs no index in firestore.indexes.json.
      const inOrder = all(within).orderBy(FieldPath.documentId()).limit(limit);
      return ask(id === undefined ? inOrder : inOrder.startAfter(id));
    },

    scan(wanted, last, count) {
      const query = queryOf(submissions, wanted).select(...fieldsOf(wanted));
      const rest = last ? query.startAfter(last.version as QueryDocumentSnapshot) : query;
      return ask(rest.limit(count));
    },

    outbox: (time, by, limit) =>
      ask(collection('outbox').where(time, '<=', by).orderBy(time).limit(limit)),

    entries(after, limit) {
      const newest = collection('audit_log')
        .orderBy('at', 'desc')
        .orderBy(FieldPath.documentId(), 'desc')
        .limit(limit);
      return ask(after ? newest.startAfter(after.time, after.id) : newest);
    },

    async commit(writes) {
      const stamp = crypto.randomUUID();
      const batch = db.batch();
      for (const write of writes) add(batch, write, stamp);
      if (await available(() => isFirst(batch.commit()))) return true;
      return isOurs(writes, stamp);
    },

    count: async (wanted) =>
      (await available(() => queryOf(submissions, wanted).count().get())).data().count,

    async counts() {
      const sum = AggregateField.sum('attention');
      const query = submissions.where('attention', '>', 0).aggregate({ sum });
      const total = (await available(() => query.get())).data().sum;
      return countsIn(total);
    },

    async lastChange() {
      // The server sets `updated_at`. The id tells apart changes of the same moment.
      const newest = submissions.orderBy('updated_at', 'desc').limit(1).select('updated_at');
      const [last] = await ask(newest);
      return JSON.stringify([last?.value, last?.id]);
    },

    // REST has no connection to close, and `terminate` makes an abandoned read crash.
    close: () => Promise.resolve(),
  };
}

/** Precondition: the document hasn't changed since its read. */
const asRead = ({ version }: Found) => ({
  lastUpdateTime: (version as QueryDocumentSnapshot).updateTime,
});

const toFound = (snapshot: DocumentSnapshot): Found => ({
  id: snapshot.id,
  value: snapshot.data(),
  version: snapshot,
});

/** The stamp identifies the commit. In a tombstone, the time does. */
function documentOf(write: Exclude<Write, { kind: 'remove' }>, stamp: string): DocumentData {
  if (write.kind === 'mark') {
    const { marks } = write;
    const earlier_ids = marks.earlier?.map(({ id }) => id);
    return changed({ ...marks, ...(earlier_ids && { earlier_ids }), stamp });
  }
  const { within, value } = write;
  if (within === 'submissions' && isErased(value)) return changed(value);
  if (within === 'submissions' || within === 'rehearsal')
    return { ...toDocument(value as SubmissionRecord), stamp };
  return ['audit_log', 'watch', 'outbox', 'spent', 'browser_reports'].includes(within)
    ? { ...value, stamp }
    : { ...value };
}
