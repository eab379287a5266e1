import type { Firestore } from '@google-cloud/firestore';
import { readWatch, type Watch } from '../../watch/incidents.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { available, deadline, mostTries, unlessChanged } from './client.ts';

export function watching(db: Firestore): Pick<Store, 'watch' | 'changeWatch'> {
  const ref = db.collection('watch').doc('state');

  return {
    async watch() {
      const snapshot = await available(() => ref.get());
      return readWatch(snapshot.data());
    },

    async changeWatch(decide) {
      const late = deadline();
      const stamp = crypto.randomUUID();
      let changed: Watch | undefined;
      for (let tries = 0; tries < mostTries; tries++) {
        const snapshot = await available(() => ref.get(), late);
        // It is written already: the answer was lost, and the library tried again and was refused.
        if (changed && snapshot.get('stamp') === stamp) return changed;
        changed = decide(readWatch(snapshot.data()));
        if (!changed) return undefined;
        const document = { ...changed, stamp };
        if (await available(() => unlessChanged(snapshot, document), late)) return changed;
      }
      throw new StoreUnavailable('What the site knows about itself kept changing.');
    },
  };
}
