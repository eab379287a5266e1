import type { Firestore } from '@google-cloud/firestore';
import { readWatch } from '../../watch/incidents.ts';
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
      for (let tries = 0; tries < mostTries; tries++) {
        const snapshot = await available(() => ref.get(), late);
        const changed = decide(readWatch(snapshot.data()));
        if (!changed) return undefined;
        if (await available(() => unlessChanged(snapshot, changed), late)) return changed;
      }
      throw new StoreUnavailable('What the site knows about itself kept changing.');
    },
  };
}
