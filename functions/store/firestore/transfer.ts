import {
  FieldPath,
  type CollectionReference,
  type DocumentSnapshot,
  type Firestore,
} from '@google-cloud/firestore';
import {
  compared,
  erasedPage,
  keptId,
  keptUnder,
  optOutUnder,
  roleUnder,
  type Kept,
  type Transfer,
  type Outcome,
} from '../transfer.ts';
import { fieldMask, toDocument, toTombstoneDocument } from './documents.ts';
import { optOutsIn } from './opt-outs.ts';
import { available, code, written } from './client.ts';

/** How many writes run at once. A new database takes 500 a second, and more as it grows. */
const atOnce = 16;

export function transfer(db: Firestore, submissions: CollectionReference): Transfer {
  // By the document's own id, which needs no index in firestore.indexes.json.
  const after = async (all: CollectionReference, id: string | undefined, limit: number) => {
    const inOrder = all.orderBy(FieldPath.documentId()).limit(limit);
    const query = id === undefined ? inOrder : inOrder.startAfter(id);
    const masked = all === submissions ? query.select(...fieldMask) : query;
    const { docs } = await available(() => masked.get());
    return { docs, next: docs.length < limit ? undefined : docs.at(-1)?.id };
  };

  const keepOne = async (kept: Kept, there: DocumentSnapshot | undefined): Promise<Outcome> => {
    if (there?.exists) return compared(kept, keptUnder(there.id, there.data()));
    const ref = submissions.doc(keptId(kept));
    const document =
      kept.kind === 'submission'
        ? toDocument(kept.submission)
        : toTombstoneDocument(kept.tombstone);
    const isNew = await available(() => written(ref.create(document), code.alreadyExists));
    if (isNew) return 'added';
    // Another write came first, or the answer was lost and the library tried again.
    const snapshot = await available(() => ref.get());
    return compared(kept, keptUnder(snapshot.id, snapshot.data()));
  };

  return {
    async keptAfter(id, limit) {
      const { docs, next } = await after(submissions, id, limit);
      return { found: docs.map((it) => keptUnder(it.id, it.data())), next };
    },

    async erasedSince(time, last, limit) {
      const inOrder = submissions.orderBy('erased_at').orderBy(FieldPath.documentId()).limit(limit);
      const query = last ? inOrder.startAfter(last.erased_at, last.id) : inOrder.startAt(time);
      const { docs } = await available(() => query.get());
      return erasedPage(
        docs.map((it) => it.data()),
        limit,
      );
    },

    async keep(items) {
      if (items.length === 0) return [];
      const refs = items.map((it) => submissions.doc(keptId(it)));
      const there = await available(() => db.getAll(...refs, { fieldMask }));
      return mapConcurrently(items, (kept, i) => keepOne(kept, there[i]));
    },

    async rolesAfter(id, limit) {
      const { docs, next } = await after(db.collection('user_roles'), id, limit);
      return { found: docs.map((it) => roleUnder(it.id, it.data())), next };
    },

    async optOutsAfter(hash, limit) {
      const { docs, next } = await after(optOutsIn(db), hash, limit);
      return { found: docs.map((it) => optOutUnder(it.id, it.get('at'))), next };
    },

    keepOptOuts: (items) =>
      mapConcurrently(items, async ({ hash, at }) => {
        const adding = optOutsIn(db).doc(hash).create({ at });
        return (await available(() => written(adding, code.alreadyExists))) ? 'added' : 'same';
      }),
  };
}

/** Maps the items, `atOnce` at a time, and starts no more once one has failed. */
async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [i, item] of rest) {
      if (failed) return;
      results[i] = await work(item, i).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failure = done.find((it) => it.status === 'rejected');
  if (failure) throw failure.reason;
  return results;
}
