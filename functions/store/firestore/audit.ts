import type { Firestore } from '@google-cloud/firestore';
import { headAfter, type AuditHead } from '../../../src/shared/audit.ts';
import { headToAppendTo, headToShow } from '../audit-head.ts';
import { StoreUnavailable, type Store } from '../store.ts';
import { deadline } from './deadline.ts';
import { available, code, written } from './failure.ts';

/** How often others may come first. One of them gets through each time, so few are enough. */
const mostTries = 50;
const refusals = [code.alreadyExists, code.failedPrecondition, code.aborted];

/** An entry and the new head are one write: it fails if another has appended meanwhile. */
export function auditLog(db: Firestore): Pick<Store, 'appendAudit' | 'audit'> {
  const entries = db.collection('audit_log');
  const headRef = db.collection('audit_head').doc('head');

  const readHead = async (late: AbortSignal): Promise<AuditHead> => {
    const snapshot = await available(() => headRef.get(), late);
    return headToShow(snapshot.data());
  };

  return {
    async appendAudit(make) {
      const late = deadline();
      for (let tries = 0; tries < mostTries; tries++) {
        const snapshot = await available(() => headRef.get(), late);
        const entry = await make(headToAppendTo(snapshot.data()));
        const ref = entries.doc(String(entry.number));
        const head = headAfter(entry);
        const append = () => {
          const batch = db.batch().create(ref, entry);
          const { updateTime: lastUpdateTime } = snapshot;
          if (lastUpdateTime) batch.update(headRef, head, { lastUpdateTime });
          else batch.create(headRef, head);
          return written(batch.commit(), ...refusals);
        };
        if (await available(append, late)) return entry;
        // Refused for having been written: its answer was lost, and the library has tried again.
        const stored = await available(() => ref.get(), late);
        if (stored.get('hash') === entry.hash) return entry;
      }
      throw new StoreUnavailable('Others kept appending to the record of actions');
    },

    async audit({ limit, before = Number.MAX_SAFE_INTEGER }) {
      const late = deadline();
      // One more than the page takes tells whether there is a next page.
      const newest = entries.where('number', '<', before).orderBy('number', 'desc');
      const query = newest.limit(limit + 1);
      for (let tries = 0; tries < mostTries; tries++) {
        const head = await readHead(late);
        const { docs } = await available(() => query.get(), late);
        // Else one was appended between the two, and they are not of the same moment.
        if ((await readHead(late)).hash !== head.hash) continue;
        const page = docs.slice(0, limit);
        return {
          entries: page.map((it) => it.data()),
          next: docs.length > limit ? Number(page.at(-1)?.get('number')) : undefined,
          head,
        };
      }
      throw new StoreUnavailable('Others kept appending to the record of actions');
    },
  };
}
