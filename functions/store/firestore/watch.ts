import type { DocumentSnapshot, Firestore } from '@google-cloud/firestore';
import type { Store } from '../port.ts';
import { readWatch, type Watch } from '../watch-state.ts';
import { available, changeOnce } from './client.ts';

export function watching(db: Firestore): Pick<Store, 'watch' | 'changeWatch'> {
  const ref = db.collection('watch').doc('state');

  return {
    async watch() {
      const snapshot = await available(() => ref.get());
      return readWatch(snapshot.data());
    },

    changeWatch(decide) {
      const change = {
        find: (late: AbortSignal) => available(() => ref.get(), late),
        decide: (snapshot: DocumentSnapshot) => decide(readWatch(snapshot.data())),
        toDocument: (watch: Watch) => ({ ...watch }),
      };
      return changeOnce(change, 'What the site knows about itself kept changing.');
    },
  };
}
