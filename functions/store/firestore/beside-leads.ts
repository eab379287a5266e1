import {
  FieldPath,
  Timestamp,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
} from '@google-cloud/firestore';
import { readWatch, type Watch } from '../watch-state.ts';
import { countHit, expiryOf, readHits } from '../hits.ts';
import type { Store } from '../port.ts';
import { isDocumentId } from '../record.ts';
import { roleId } from '../kept.ts';
import type { Append } from './audit.ts';
import { available, changeOnce, mostTries, unlessChanged } from './client.ts';
import { optOutsIn } from './documents.ts';

export function roles(db: Firestore): Pick<Store, 'hasRole' | 'grantRole' | 'revokeRole'> {
  const find = (userId: string, role: string): DocumentReference | undefined => {
    const id = roleId({ user_id: userId, role });
    return isDocumentId(id) ? db.collection('user_roles').doc(id) : undefined;
  };

  return {
    async hasRole(userId, role) {
      const ref = find(userId, role);
      return ref !== undefined && (await available(() => ref.get())).exists;
    },

    async grantRole(userId, role) {
      const ref = find(userId, role);
      if (!ref) throw new TypeError('No user can have this id');
      await available(() => ref.set({ user_id: userId, role }));
    },

    async revokeRole(userId, role) {
      const ref = find(userId, role);
      if (ref) await available(() => ref.delete());
    },
  };
}

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

/** When somebody may come again who couldn't be counted among many others. */
const crowdedMs = 60_000;

/** The hits of each key. A policy on `expires_at` makes Firestore delete them, up to a day late. */
export function hits(db: Firestore): Pick<Store, 'admit'> {
  const sightings = db.collection('sightings');
  return {
    async admit(key, mark, limit, now) {
      const ref = sightings.doc(key);
      let isCrowded = false;
      try {
        for (let tries = 0; tries < mostTries; tries++) {
          const snapshot = await available(() => ref.get());
          const stored = readHits(snapshot.get('seen') ?? []);
          const { admission, seen } = countHit(stored, mark, limit, now.getTime());
          if (!seen) return admission;
          const document = { seen, expires_at: Timestamp.fromMillis(expiryOf(seen, limit)) };
          if (await available(() => unlessChanged(snapshot, document))) return admission;
          isCrowded = true;
        }
      } catch (error) {
        // Usually time runs out before the tries do.
        if (!isCrowded) throw error;
      }
      return { admitted: false, until: now.getTime() + crowdedMs };
    },
  };
}

export function watching(db: Firestore): Pick<Store, 'watch' | 'changeWatch'> {
  const ref = db.collection('watch').doc('state');
  const find = () => available(() => ref.get());

  return {
    watch: async () => readWatch((await find()).data()),

    changeWatch(decide) {
      const change = {
        find,
        decide: (snapshot: DocumentSnapshot) => decide(readWatch(snapshot.data())),
        toDocument: (watch: Watch) => ({ ...watch }),
      };
      return changeOnce(change, 'What the site knows about itself kept changing.');
    },
  };
}
