import type { Firestore, WriteBatch } from '@google-cloud/firestore';
import { headAfter, type AuditHead } from '../../../src/shared/audit.ts';
import {
  appendAudit,
  headToAppendTo,
  headToShow,
  othersCameFirst,
  type AppendWith,
} from '../audit.ts';
import type { Store } from '../port.ts';
import { available, mostTries, otherCameFirst, written } from './client.ts';

export type Append = AppendWith<{ write?: (batch: WriteBatch) => void }>;

const collections = (db: Firestore) => ({
  entries: db.collection('audit_log'),
  headRef: db.collection('audit_head').doc('head'),
});

/** An entry and the new head are one write. If it is refused, `prepare` is called again. */
export function appending(db: Firestore): Append {
  const { entries, headRef } = collections(db);
  return async (prepare) => {
    for (let tries = 0; tries < mostTries; tries++) {
      const snapshot = await available(() => headRef.get());
      const addition = await prepare(headToAppendTo(snapshot.data()));
      if (!addition) return undefined;
      const { entry, write } = addition;
      const ref = entries.doc(String(entry.number));
      const head = headAfter(entry);
      const append = () => {
        const batch = db.batch().create(ref, entry);
        const { updateTime: lastUpdateTime } = snapshot;
        if (lastUpdateTime) batch.update(headRef, head, { lastUpdateTime });
        else batch.create(headRef, head);
        write?.(batch);
        // Also if somebody changed or removed what is written together with the entry.
        return written(batch.commit(), ...otherCameFirst);
      };
      if (await available(append)) return entry;
      // Refused because it is stored already: its answer was lost, and the library tried again.
      const stored = await available(() => ref.get());
      if (stored.get('hash') === entry.hash) return entry;
    }
    throw othersCameFirst();
  };
}

export function auditLog(db: Firestore, append: Append): Pick<Store, 'appendAudit' | 'audit'> {
  const { entries, headRef } = collections(db);

  const readHead = async (): Promise<AuditHead> => {
    const snapshot = await available(() => headRef.get());
    return headToShow(snapshot.data());
  };

  return {
    appendAudit: appendAudit(append),

    async audit({ limit, before = Number.MAX_SAFE_INTEGER }) {
      // One more than the page takes tells whether there is a next page.
      const newest = entries.where('number', '<', before).orderBy('number', 'desc');
      const query = newest.limit(limit + 1);
      for (let tries = 0; tries < mostTries; tries++) {
        const head = await readHead();
        const { docs } = await available(() => query.get());
        // An entry was appended between the two reads, so they don't belong together.
        if ((await readHead()).hash !== head.hash) continue;
        const page = docs.slice(0, limit);
        return {
          entries: page.map((it) => it.data()),
          next: docs.length > limit ? Number(page.at(-1)?.get('number')) : undefined,
          head,
        };
      }
      throw othersCameFirst();
    },
  };
}
