import { FieldPath, type Firestore } from '@google-cloud/firestore';
import type { Store } from '../port.ts';
import type { Append } from './audit.ts';
import { available } from './client.ts';

/** One document for each hash, under the hash. */
export const optOutsIn = (db: Firestore) => db.collection('opt_outs');

export function optOuts(db: Firestore, append: Append): Pick<Store, 'isOptedOut' | 'setOptOut'> {
  const all = optOutsIn(db);

  // A query that finds nothing costs one read; reading two documents costs two, even if they don't exist.
  const listed = async (hashes: readonly string[]): Promise<Set<string>> => {
    if (hashes.length === 0) return new Set();
    const query = all.where(FieldPath.documentId(), 'in', [...hashes]);
    const { docs } = await available(() => query.get());
    return new Set(docs.map(({ id }) => id));
  };

  return {
    isOptedOut: async (hashes) => (await listed(hashes)).size > 0,

    setOptOut: ({ hashes, on, at }, link) =>
      append(async (head) => {
        const there = await listed(hashes);
        const toChange = hashes.filter((it) => there.has(it) !== on);
        if (toChange.length === 0) return undefined;
        return {
          entry: await link(head),
          write: (batch) => {
            for (const it of toChange) {
              if (on) batch.set(all.doc(it), { at });
              else batch.delete(all.doc(it));
            }
          },
        };
      }),
  };
}
