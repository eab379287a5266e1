import { Timestamp, type Firestore } from '@google-cloud/firestore';
import { expiryOf, countHit, readHits } from '../../intake/rate-limit/sliding-window.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { deadline, available, mostTries, unlessChanged } from './client.ts';

/** The hits of each key. A policy on `expires_at` makes Firestore delete them, up to a day late. */
export function hits(db: Firestore): Pick<Store, 'admit'> {
  const sightings = db.collection('sightings');
  return {
    async admit(key, mark, limit, now) {
      const late = deadline();
      const ref = sightings.doc(key);
      for (let tries = 0; tries < mostTries; tries++) {
        const snapshot = await available(() => ref.get(), late);
        const stored = readHits(snapshot.get('seen') ?? []);
        const { admission, seen } = countHit(stored, mark, limit, now.getTime());
        if (!seen) return admission;
        const document = { seen, expires_at: Timestamp.fromMillis(expiryOf(seen, limit)) };
        if (await available(() => unlessChanged(snapshot, document), late)) return admission;
      }
      throw new StoreUnavailable('The hits kept changing while one more was being counted.');
    },
  };
}
