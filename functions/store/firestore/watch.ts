import type { Firestore } from '@google-cloud/firestore';
import { readWatch } from '../../watch/incidents.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { available, code, deadline, written } from './request.ts';

/** Few processes write it, and one of them gets through each time. */
const mostTries = 20;
/** Somebody else changed it first. */
const refusals = [code.alreadyExists, code.failedPrecondition, code.aborted, code.notFound];

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
        const { updateTime: lastUpdateTime } = snapshot;
        const write = () =>
          lastUpdateTime ? ref.update(changed, { lastUpdateTime }) : ref.create(changed);
        if (await available(() => written(write(), ...refusals), late)) return changed;
      }
      throw new StoreUnavailable('What the site knows about itself kept changing');
    },
  };
}
