import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../port.ts';
import type { Append } from './audit.ts';
import { available } from './database.ts';

/** A migration. Held leads of people on the do-not-contact list await no decision. */
export const optOutsSchema = `
  CREATE TABLE opt_outs (
    hash TEXT PRIMARY KEY,
    at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE submissions ADD COLUMN undecided INTEGER
    AS (listed_as = 'held' AND instr(record ->> '$.delivery.reasons', '"do_not_contact"') = 0);
  CREATE INDEX undecided ON submissions (created_at) WHERE undecided = 1;
  `;

export function optOuts(
  database: DatabaseSync,
  append: Append,
): Pick<Store, 'isOptedOut' | 'setOptOut'> {
  const select = database.prepare('SELECT 1 FROM opt_outs WHERE hash = ?');
  const insert = database.prepare('INSERT INTO opt_outs (hash, at) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM opt_outs WHERE hash = ?');
  const isListed = (hash: string): boolean => select.get(hash) !== undefined;

  return {
    isOptedOut: (hashes) => available(() => hashes.some(isListed)),

    setOptOut: ({ hashes, on, at }, link) => {
      const toChange = () => hashes.filter((it) => isListed(it) !== on);
      return append(async (head) => {
        if ((await available(toChange)).length === 0) return undefined;
        const write = () => {
          for (const it of toChange()) {
            if (on) insert.run(it, at);
            else remove.run(it);
          }
        };
        return { entry: await link(head), holds: () => toChange().length > 0, write };
      });
    },
  };
}
