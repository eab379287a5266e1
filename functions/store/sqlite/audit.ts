import type { DatabaseSync } from 'node:sqlite';
import { headAfter } from '../../../src/shared/audit.ts';
import {
  appendAudit,
  headToAppendTo,
  headToShow,
  othersCameFirst,
  type AppendWith,
} from '../audit.ts';
import type { Store } from '../port.ts';
import { available, type Transactions } from './database.ts';

/** How many times others may come first. One of them gets through each time, so few tries are enough. */
const mostTries = 1000;

export type Append = AppendWith<{
  /** Whether the entry is still true. If not, `prepare` is called again. */
  holds?: () => boolean;
  write?: () => void;
}>;

interface AuditLog extends Pick<Store, 'appendAudit' | 'audit'> {
  append: Append;
}

export function auditLog(database: DatabaseSync, { reading, writing }: Transactions): AuditLog {
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

  const append: Append = async (prepare) => {
    for (let tries = 0; tries < mostTries; tries++) {
      const head = headToAppendTo(await available(readHead));
      const addition = await prepare(head);
      if (!addition) return undefined;
      const { entry, holds, write } = addition;
      const appended = await writing(() => {
        if (headToAppendTo(readHead()).hash !== head.hash || holds?.() === false) return false;
        insert.run(entry.number, JSON.stringify(entry));
        replaceHead.run(JSON.stringify(headAfter(entry)));
        write?.();
        return true;
      });
      if (appended) return entry;
    }
    throw othersCameFirst();
  };

  return {
    append,

    appendAudit: appendAudit(append),

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
