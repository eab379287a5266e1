import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
  WriteBatch,
} from '@google-cloud/firestore';
import { isDocumentId, tombstoneOf, tombstoneSchema, tombstonesFound } from '../record.ts';
import type { Earlier } from '../../../src/shared/submission.ts';
import type { Erased, Erasure, ErasureLog, Store } from '../port.ts';
import type { Append } from './audit.ts';
import { changed, fieldMask, toTombstoneDocument } from './documents.ts';
import { bytesPerCommit, estimatedBytes, grouped } from './commit-size.ts';
import { available, isRefusal } from './client.ts';

interface How extends Erasure {
  at: string;
  log?: ErasureLog | undefined;
}

type Erasing = Pick<Store, 'idsOf' | 'idsBefore' | 'erase' | 'tombstone' | 'tombstonesOf'>;

/** How many leads are read at once, and erased at once if their size allows it. */
const batchSize = 200;

/** How many values one query can look for. https://firebase.google.com/docs/firestore/query-data/queries */
const mostAlternatives = 30;

export function erasing(db: Firestore, submissions: CollectionReference, append: Append): Erasing {
  const idsIn = async (query: Query, limit: number): Promise<string[]> => {
    const { docs } = await available(() => query.select().limit(limit).get());
    return docs.map(({ id }) => id);
  };

  /** Reads these fields of each lead, without the leads that are erased or owed. */
  const leadsOf = async (
    ids: readonly string[],
    fields: readonly string[],
    owedSince?: string,
  ): Promise<DocumentSnapshot[]> => {
    const refs = ids.map((id) => submissions.doc(id));
    const found = await available(() => db.getAll(...refs, { fieldMask: [...fields] }));
    return found.filter((it) => it.exists && !isErased(it) && !isOwed(it, owedSince));
  };

  /** Reads past the leads that are owed, until there are enough of the others or no more. */
  const notOwed = async (
    query: Query,
    limit: number,
    owedSince?: string,
    readAtOnce = limit,
  ): Promise<string[]> => {
    const { docs } = await available(() => query.limit(readAtOnce).get());
    const others = docs.filter((it) => !isOwed(it, owedSince)).slice(0, limit);
    const ids = others.map(({ id }) => id);
    const last = docs.at(-1);
    if (!last || docs.length < readAtOnce || ids.length === limit) return ids;
    const missing = limit - ids.length;
    const rest = query.startAfter(last);
    return [...ids, ...(await notOwed(rest, missing, owedSince, Math.max(missing, batchSize)))];
  };

  /** The leads whose marks name one of these, without these. */
  const naming = async (ids: readonly string[]): Promise<DocumentSnapshot[]> => {
    const parts = Array.from({ length: Math.ceil(ids.length / mostAlternatives) }, (_, i) =>
      ids.slice(i * mostAlternatives, (i + 1) * mostAlternatives),
    );
    const found = await Promise.all(
      parts.map((part) => {
        const query = submissions.where('earlier_ids', 'array-contains-any', part);
        return available(() => query.select('earlier').get());
      }),
    );
    const docs = found.flatMap((it) => it.docs).filter((it) => !ids.includes(it.id));
    return [...new Map(docs.map((it) => [it.id, it])).values()];
  };

  const forget = (
    ids: readonly string[],
    others: readonly DocumentSnapshot[],
    batch: WriteBatch,
  ) => {
    for (const it of others) {
      const named = (it.get('earlier') ?? []) as Earlier[];
      const earlier = named.filter(({ id }) => !ids.includes(id));
      batch.update(it.ref, changed({ earlier, earlier_ids: earlier.map(({ id }) => id) }));
    }
  };

  // The tombstone replaces the whole document, so the id stays taken.
  const bury =
    (leads: readonly DocumentSnapshot[], { at, personHash }: How) =>
    (batch: WriteBatch) => {
      for (const it of leads)
        batch.set(it.ref, toTombstoneDocument(tombstoneOf(it.id, at, it.data(), personHash)));
    };

  /** Only `update` takes a precondition, only `set` replaces all fields, and a commit keeps their order. */
  const buryUnlessChanged =
    (leads: readonly DocumentSnapshot[], how: How) => (batch: WriteBatch) => {
      for (const { ref, updateTime: lastUpdateTime } of leads)
        batch.update(ref, { erased_at: how.at }, lastUpdateTime ? { lastUpdateTime } : {});
      bury(leads, how)(batch);
    };

  const commit = async (ids: readonly string[], how: How): Promise<number> => {
    const { log, owedSince } = how;
    let leads: DocumentSnapshot[] = [];
    if (!log) {
      leads = await leadsOf(ids, fieldMask, owedSince);
      const batch = db.batch();
      forget(ids, await naming(ids), batch);
      bury(leads, how)(batch);
      await available(() => batch.commit());
      return leads.length;
    }
    // The leads are read after the head, so that if two erase the same lead, only one entry names it. If
    // a lead changes before the commit, it may be owed by then, so all of them are read again.
    const entry = await append(async (head) => {
      leads = await leadsOf(ids, fieldMask, owedSince);
      if (leads.length === 0) return undefined;
      const named = leads.map(({ id }) => id);
      const others = await naming(named);
      const write = (batch: WriteBatch) => {
        forget(named, others, batch);
        buryUnlessChanged(leads, how)(batch);
      };
      return { entry: await log.link(head, named), write };
    });
    if (entry) log.written(entry);
    return leads.length;
  };

  /** If a commit is refused, tries it in halves, down to the lead that can't be erased. */
  const eraseGroup = async (ids: readonly string[], how: How): Promise<Erased> => {
    try {
      return { count: await commit(ids, how), refused: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (ids.length === 1) return { count: 0, refused: [...ids] };
      const middle = Math.ceil(ids.length / 2);
      const first = await eraseGroup(ids.slice(0, middle), how);
      return sum(first, await eraseGroup(ids.slice(middle), how));
    }
  };

  return {
    idsOf: (email, limit) => idsIn(submissions.where('email_folded', '==', email), limit),
    idsBefore(time, limit, owedSince) {
      const old = submissions.where('created_at', '<', time).orderBy('created_at');
      return notOwed(old.select('created_at', ...owedFields), limit, owedSince);
    },

    async erase(ids, at, log, how = {}) {
      let erased: Erased = { count: 0, refused: [] };
      const possible = [...new Set(ids)].filter(isDocumentId);
      for (let first = 0; first < possible.length; first += batchSize) {
        const these = possible.slice(first, first + batchSize);
        const leads = await leadsOf(these, sizeFields, how.owedSince);
        const sizeOf = (it: DocumentSnapshot) => estimatedBytes(it.id, it.get('search'));
        for (const group of grouped(leads, sizeOf, bytesPerCommit)) {
          const ofGroup = group.map(({ id }) => id);
          erased = sum(erased, await eraseGroup(ofGroup, { ...how, at, log }));
        }
      }
      return erased;
    },

    async tombstone(id) {
      if (!isDocumentId(id)) return undefined;
      const snapshot = await available(() => submissions.doc(id).get());
      return isErased(snapshot) ? tombstoneSchema.parse(snapshot.data()) : undefined;
    },

    async tombstonesOf(hashes) {
      if (hashes.length === 0) return [];
      const theirs = submissions.where('person', 'array-contains-any', [...hashes]);
      const { docs } = await available(() => theirs.limit(tombstonesFound).get());
      return docs.flatMap((it) => tombstoneSchema.safeParse(it.data()).data ?? []);
    },
  };
}

const sum = (a: Erased, b: Erased): Erased => ({
  count: a.count + b.count,
  refused: [...a.refused, ...b.refused],
});

const owedFields = ['delivery.state', 'delivery.undelivered_since'];
const sizeFields = ['search', 'erased_at', ...owedFields];

const isOwed = (it: DocumentSnapshot, owedSince?: string): boolean =>
  owedSince !== undefined &&
  it.get('delivery.state') === 'pending' &&
  (it.get('delivery.undelivered_since') ?? '') >= owedSince;

export const isErased = (snapshot: DocumentSnapshot): boolean =>
  snapshot.get('erased_at') !== undefined;
