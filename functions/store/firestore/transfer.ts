import {
  FieldPath,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
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
import { bytesPerCommit, estimatedBytes, grouped } from './commit-size.ts';
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

  const addOne = async ({ kept, ref, document }: New): Promise<Outcome> => {
    const isNew = await available(() => written(ref.create(document), code.alreadyExists));
    if (isNew) return 'added';
    // Another write came first, or the answer was lost and the library tried again.
    const snapshot = await available(() => ref.get());
    return compared(kept, keptUnder(snapshot.id, snapshot.data()));
  };

  /** One commit takes half the time of one for each. If it is refused, each is added by itself. */
  const addGroup = async (group: readonly New[]): Promise<Outcome[]> => {
    const batch = db.batch();
    for (const { ref, document } of group) batch.create(ref, document);
    const refusals = [code.alreadyExists, code.invalidArgument];
    const areNew = await available(() => written(batch.commit(), ...refusals));
    return areNew ? group.map(() => 'added') : mapConcurrently(group, addOne);
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
      const snapshots = await available(() => db.getAll(...refs, { fieldMask }));
      const there = new Map(snapshots.filter((it) => it.exists).map((it) => [it.id, it.data()]));
      const news = new Map<string, New>();
      for (const kept of items) {
        const id = keptId(kept);
        // If an id comes twice, the first one is added.
        if (!there.has(id) && !news.has(id)) news.set(id, newDocument(kept, submissions));
      }
      const outcomes: Outcome[] = [];
      for (const group of grouped([...news.values()], bytesOf, bytesPerCommit))
        outcomes.push(...(await addGroup(group)));
      const added = new Map([...news.keys()].map((id, i) => [id, outcomes[i]]));
      return mapConcurrently(items, async (kept) => {
        const id = keptId(kept);
        if (there.has(id)) return compared(kept, keptUnder(id, there.get(id)));
        const outcome = added.get(id);
        added.delete(id);
        return outcome ?? addOne(newDocument(kept, submissions));
      });
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

/** An item that wasn't in the store, and its document. */
interface New {
  kept: Kept;
  ref: DocumentReference;
  document: DocumentData;
}

const newDocument = (kept: Kept, submissions: CollectionReference): New => ({
  kept,
  ref: submissions.doc(keptId(kept)),
  document:
    kept.kind === 'submission' ? toDocument(kept.submission) : toTombstoneDocument(kept.tombstone),
});

const bytesOf = ({ ref, document }: New): number => estimatedBytes(ref.id, document['search']);

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
