import {
  FieldPath,
  type CollectionReference,
  type DocumentData,
  type DocumentReference,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
} from '@google-cloud/firestore';
import {
  compared,
  erasedPage,
  keptId,
  keptUnder,
  optOutUnder,
  roleUnder,
  type Kept,
  type PageOf,
  type Transfer,
} from '../kept.ts';
import { fieldMask, optOutsIn, toDocument, toTombstoneDocument } from './documents.ts';
import { available, code, written } from './client.ts';

/** How many writes run at once. A new database takes 500 a second, and more as it grows. */
const atOnce = 16;

export function keptDocuments(db: Firestore, submissions: CollectionReference): Transfer {
  const pageBy =
    <T>(all: Query, read: (document: QueryDocumentSnapshot) => T) =>
    async (id: string | undefined, limit: number): Promise<PageOf<T>> => {
      // By the document's own id, which needs no index in firestore.indexes.json.
      const inOrder = all.orderBy(FieldPath.documentId()).limit(limit);
      const query = id === undefined ? inOrder : inOrder.startAfter(id);
      const { docs } = await available(() => query.get());
      return { found: docs.map(read), next: docs.length < limit ? undefined : docs.at(-1)?.id };
    };

  return {
    keptAfter: pageBy(submissions.select(...fieldMask), (it) => keptUnder(it.id, it.data())),

    rolesAfter: pageBy(db.collection('user_roles'), (it) => roleUnder(it.id, it.data())),

    optOutsAfter: pageBy(optOutsIn(db), (it) => optOutUnder(it.id, it.get('at'))),

    async erasedSince(time, last, limit) {
      const inOrder = submissions.orderBy('erased_at').orderBy(FieldPath.documentId()).limit(limit);
      const query = last ? inOrder.startAfter(last.erased_at, last.id) : inOrder.startAt(time);
      const { docs } = await available(() => query.get());
      return erasedPage(
        docs.map((it) => it.data()),
        limit,
      );
    },

    keep: (items) =>
      mapConcurrently(items, async (kept) => {
        const ref = submissions.doc(keptId(kept));
        if (await isNew(ref, documentOf(kept))) return 'added';
        const snapshot = await available(() => ref.get());
        return compared(kept, keptUnder(snapshot.id, snapshot.data()));
      }),

    keepOptOuts: (items) =>
      mapConcurrently(items, async ({ hash, at }) =>
        (await isNew(optOutsIn(db).doc(hash), { at })) ? 'added' : 'same',
      ),
  };
}

const documentOf = (kept: Kept): DocumentData =>
  kept.kind === 'submission' ? toDocument(kept.submission) : toTombstoneDocument(kept.tombstone);

/** Creates the document, unless it is there: also if the answer was lost and the library tried again. */
const isNew = (ref: DocumentReference, document: DocumentData): Promise<boolean> =>
  available(() => written(ref.create(document), code.alreadyExists));

async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
