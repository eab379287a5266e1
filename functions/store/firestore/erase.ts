import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
  WriteBatch,
} from '@google-cloud/firestore';
import { isDocumentId, tombstoneOf, tombstoneSchema } from '../record.ts';
import type { Erased, ErasureLog, Store } from '../port.ts';
import type { Append } from './audit.ts';
import { bytesPerCommit, estimatedBytes, grouped } from './commit-size.ts';
import { available, isRefusal } from './request.ts';

type Erasing = Pick<Store, 'idsOf' | 'idsBefore' | 'erase' | 'tombstone'>;

/** So many are read at once, and erased where their size allows it. */
const batchSize = 200;

export function erasing(db: Firestore, submissions: CollectionReference, append: Append): Erasing {
  const idsIn = async (query: Query, limit: number): Promise<string[]> => {
    const { docs } = await available(() => query.select().limit(limit).get());
    return docs.map(({ id }) => id);
  };

  /** Those that are there and neither erased nor owed, with this field of each. */
  const leadsOf = async (
    ids: readonly string[],
    field: string,
    owedSince?: string,
  ): Promise<DocumentSnapshot[]> => {
    const refs = ids.map((id) => submissions.doc(id));
    const fieldMask = [field, 'erased_at', ...owedFields];
    const found = await available(() => db.getAll(...refs, { fieldMask }));
    return found.filter((it) => it.exists && !isErased(it) && !isOwed(it, owedSince));
  };

  /** Reads past those that are owed, however many come first. */
  const notOwed = async (query: Query, limit: number, owedSince?: string): Promise<string[]> => {
    const { docs } = await available(() => query.limit(limit).get());
    const ids = docs.filter((it) => !isOwed(it, owedSince)).map(({ id }) => id);
    const last = docs.at(-1);
    if (!last || docs.length < limit || ids.length > 0) return ids;
    return notOwed(query.startAfter(last), Math.max(limit, batchSize), owedSince);
  };

  // In the submission's own place, where all of it is replaced and its id stays taken.
  const bury = (leads: readonly DocumentSnapshot[], at: string) => (batch: WriteBatch) => {
    for (const it of leads) batch.set(it.ref, tombstoneOf(it.id, at, it.data()));
  };

  /** Only `update` takes a precondition, and only `set` replaces all fields. A commit applies them in order. */
  const buryUnlessChanged =
    (leads: readonly DocumentSnapshot[], at: string) => (batch: WriteBatch) => {
      for (const { ref, updateTime: lastUpdateTime } of leads)
        batch.update(ref, { erased_at: at }, lastUpdateTime ? { lastUpdateTime } : {});
      bury(leads, at)(batch);
    };

  const commit = async (
    ids: readonly string[],
    at: string,
    log?: ErasureLog,
    owedSince?: string,
  ): Promise<number> => {
    let leads: DocumentSnapshot[] = [];
    if (!log) {
      leads = await leadsOf(ids, 'consent', owedSince);
      const batch = db.batch();
      bury(leads, at)(batch);
      await available(() => batch.commit());
      return leads.length;
    }
    // Read after the head, so that of two who erase the same lead only one names it. If a lead changes
    // before the commit, it may be owed by then, and all of them are read again.
    const entry = await append(async (head) => {
      leads = await leadsOf(ids, 'consent', owedSince);
      if (leads.length === 0) return undefined;
      const named = leads.map(({ id }) => id);
      return { entry: await log.link(head, named), write: buryUnlessChanged(leads, at) };
    });
    if (entry) log.written(entry);
    return leads.length;
  };

  /** What is refused is tried in halves, down to the one that can't be erased. */
  const eraseGroup = async (
    ids: readonly string[],
    at: string,
    log?: ErasureLog,
    owedSince?: string,
  ): Promise<Erased> => {
    try {
      return { count: await commit(ids, at, log, owedSince), refused: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (ids.length === 1) return { count: 0, refused: [...ids] };
      const middle = Math.ceil(ids.length / 2);
      const first = await eraseGroup(ids.slice(0, middle), at, log, owedSince);
      return sum(first, await eraseGroup(ids.slice(middle), at, log, owedSince));
    }
  };

  return {
    idsOf: (email, limit) => idsIn(submissions.where('email_folded', '==', email), limit),
    async idsBefore(time, limit, owedSince) {
      const old = submissions.where('created_at', '<', time).orderBy('created_at');
      return (await notOwed(old.select('created_at', ...owedFields), limit, owedSince)).slice(
        0,
        limit,
      );
    },

    async erase(ids, at, log, owedSince) {
      let erased: Erased = { count: 0, refused: [] };
      const possible = [...new Set(ids)].filter(isDocumentId);
      for (let first = 0; first < possible.length; first += batchSize) {
        const leads = await leadsOf(possible.slice(first, first + batchSize), 'search', owedSince);
        const sizeOf = (it: DocumentSnapshot) => estimatedBytes(it.id, it.get('search'));
        for (const group of grouped(leads, sizeOf, bytesPerCommit)) {
          const these = group.map(({ id }) => id);
          erased = sum(erased, await eraseGroup(these, at, log, owedSince));
        }
      }
      return erased;
    },

    async tombstone(id) {
      if (!isDocumentId(id)) return undefined;
      const snapshot = await available(() => submissions.doc(id).get());
      return isErased(snapshot) ? tombstoneSchema.parse(snapshot.data()) : undefined;
    },
  };
}

const sum = (a: Erased, b: Erased): Erased => ({
  count: a.count + b.count,
  refused: [...a.refused, ...b.refused],
});

const owedFields = ['listed_as', 'delivery.undelivered_since'];

const isOwed = (it: DocumentSnapshot, owedSince?: string): boolean =>
  owedSince !== undefined &&
  it.get('listed_as') === 'pending' &&
  String(it.get('delivery.undelivered_since')) >= owedSince;

/** What stands in a submission's place has none of the fields that queries ask for. */
export const isErased = (snapshot: DocumentSnapshot): boolean =>
  snapshot.get('erased_at') !== undefined;
