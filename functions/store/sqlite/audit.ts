import type { DatabaseSync } from 'node:sqlite';
import { headAfter } from '../../../src/shared/audit.ts';
import { headToAppendTo, headToShow } from '../audit-head.ts';
import { StoreUnavailable, type Store } from '../store.ts';
import { answering, type Transactions } from './transaction.ts';

/** How often others may come first. One of them gets through each time, so few are enough. */
const mostTries = 1000;

export function auditLog(
  database: DatabaseSync,
  { reading, writing }: Transactions,
): Pick<Store, 'appendAudit' | 'audit'> {
  const insert = database.prepare('INSERT INTO audit_log (number, entry) VALUES (?, ?)');
  const select = database.prepare(
    'SELECT number, entry FROM audit_log WHERE number < ? ORDER BY number DESC LIMIT ?',
  );
  const selectHead = database.prepare('SELECT head FROM audit_head');
  const replaceHead = database.prepare(
    'INSERT OR REPLACE INTO audit_head (only, head) VALUES (1, ?)',
  );

  const readHead = (): unknown => {
    const row = selectHead.get();
    return row && JSON.parse(String(row['head']));
  };

  return {
    async appendAudit(make) {
      for (let tries = 0; tries < mostTries; tries++) {
        const head = headToAppendTo(await answering(readHead));
        const entry = await make(head);
        const appended = await writing(() => {
          if (headToAppendTo(readHead()).hash !== head.hash) return false;
          insert.run(entry.number, JSON.stringify(entry));
          replaceHead.run(JSON.stringify(headAfter(entry)));
          return true;
        });
        if (appended) return entry;
      }
      throw new StoreUnavailable('Others kept appending to the record of actions');
    },

    audit: ({ limit, before = Number.MAX_SAFE_INTEGER }) =>
      reading(() => {
        // One more than the page takes tells whether there is a next page.
        const rows = select.all(before, limit + 1);
        const page = rows.slice(0, limit);
        return {
          entries: page.map(({ entry }) => JSON.parse(String(entry)) as unknown),
          next: rows.length > limit ? Number(page.at(-1)?.['number']) : undefined,
          head: headToShow(readHead()),
        };
      }),
  };
}
