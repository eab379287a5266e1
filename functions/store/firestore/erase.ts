import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
} from '@google-cloud/firestore';
import { isDocumentId } from '../document-id.ts';
import { tombstoneOf, tombstoneSchema } from '../record.ts';
import type { Store } from '../store.ts';
import { available } from './failure.ts';

type Erasing = Pick<Store, 'idsOf' | 'idsBefore' | 'erase' | 'tombstone'>;

/** So many in one write: far below the limits of a request. */
const batchSize = 200;

export function erasing(db: Firestore, submissions: CollectionReference): Erasing {
  const idsIn = async (query: Query, limit: number): Promise<string[]> => {
    const { docs } = await available(() => query.select().limit(limit).get());
    return docs.map(({ id }) => id);
  };

  const eraseBatch = async (ids: readonly string[], at: string): Promise<number> => {
    const refs = ids.map((id) => submissions.doc(id));
    const fieldMask = ['consent', 'erased_at'];
    const found = await available(() => db.getAll(...refs, { fieldMask }));
    const left = found.filter((it) => it.exists && !isErased(it));
    const batch = db.batch();
    // In the submission's own place, where all of it is replaced and its id stays taken.
    for (const it of left) batch.set(it.ref, tombstoneOf(it.id, at, it.data()));
    if (left.length > 0) await available(() => batch.commit());
    return left.length;
  };

  return {
    idsOf: (email, limit) => idsIn(submissions.where('email_folded', '==', email), limit),
    idsBefore: (time, limit) =>
      idsIn(submissions.where('created_at', '<', time).orderBy('created_at'), limit),

    async erase(ids, at) {
      let erased = 0;
      for (let first = 0; first < ids.length; first += batchSize)
        erased += await eraseBatch(ids.slice(first, first + batchSize), at);
      return erased;
    },

    async tombstone(id) {
      if (!isDocumentId(id)) return undefined;
      const snapshot = await available(() => submissions.doc(id).get());
      return isErased(snapshot) ? tombstoneSchema.parse(snapshot.data()) : undefined;
    },
  };
}

/** What stands in a submission's place has none of the fields that queries ask for. */
export const isErased = (snapshot: DocumentSnapshot): boolean =>
  snapshot.get('erased_at') !== undefined;
