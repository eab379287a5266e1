import type { DatabaseSync } from 'node:sqlite';
import { tombstoneOf, tombstoneSchema, tombstonesFound, type PersonHash } from '../record.ts';
import type { Store } from '../port.ts';
import type { Append } from './audit.ts';
import { available, isSqliteError, type Transactions } from './database.ts';
import { endOfTime } from './queries.ts';

type Erasing = Pick<Store, 'idsOf' | 'idsBefore' | 'erase' | 'tombstone' | 'tombstonesOf'>;

/** Since the end of time, nothing is owed. */
const notOwed = `NOT (state = 'pending' AND coalesce(undelivered_since >= :owedSince, FALSE))`;

export function erasing(
  database: DatabaseSync,
  { writing }: Transactions,
  append: Append,
): Erasing {
  const selectOf = database.prepare(
    'SELECT id FROM submissions WHERE email_folded = ? AND test IS NULL ORDER BY number LIMIT ?',
  );
  const selectBefore = database.prepare(
    `SELECT id FROM submissions WHERE created_at < :time AND ${notOwed}
      ORDER BY created_at LIMIT :limit`,
  );
  // A trigger removes its words.
  const remove = database.prepare('DELETE FROM submissions WHERE id = ? RETURNING record');
  const insert = database.prepare(
    'INSERT INTO erased_submissions (id, tombstone) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const selectLead = database.prepare(`SELECT 1 FROM submissions WHERE id = :id AND ${notOwed}`);
  const select = database.prepare('SELECT tombstone FROM erased_submissions WHERE id = ?');

  const selectByPerson = database.prepare(
    `SELECT tombstone FROM erased_submissions
      WHERE id IN (SELECT id FROM erased_people WHERE hash IN (SELECT value FROM json_each(?)))
      LIMIT ${tombstonesFound}`,
  );

  const eraseOne = (id: string, at: string, personHash?: PersonHash): void => {
    const row = remove.get(id);
    if (!row) return;
    const tombstone = tombstoneOf(id, at, JSON.parse(String(row['record'])), personHash);
    insert.run(id, JSON.stringify(tombstone));
  };

  const leadsOf = (ids: readonly string[], owedSince: string): string[] =>
    [...new Set(ids)].filter((id) => selectLead.get({ id, owedSince }) !== undefined);

  return {
    idsOf: (email, limit) => available(() => selectOf.all(email, limit).map(idIn)),
    idsBefore: (time, limit, owedSince = endOfTime) =>
      available(() => selectBefore.all({ time, limit, owedSince }).map(idIn)),

    async erase(ids, at, log, { owedSince = endOfTime, personHash } = {}) {
      let leads: string[] = [];
      const eraseLeads = () => {
        for (const id of leads) eraseOne(id, at, personHash);
      };
      if (log) {
        const entry = await append(async (head) => {
          leads = await available(() => leadsOf(ids, owedSince));
          if (leads.length === 0) return undefined;
          const entry = await log.link(head, leads);
          const holds = () => leadsOf(leads, owedSince).length === leads.length;
          return { entry, holds, write: eraseLeads };
        });
        if (entry) log.written(entry);
      } else {
        await writing(() => {
          leads = leadsOf(ids, owedSince);
          eraseLeads();
        });
      }
      if (leads.length > 0) scrub(database);
      return { count: leads.length, refused: [] };
    },

    tombstone: (id) =>
      available(() => {
        const row = select.get(id);
        return row && tombstoneSchema.parse(stored(row));
      }),

    tombstonesOf: (hashes) =>
      available(() => {
        const rows = selectByPerson.all(JSON.stringify(hashes));
        return rows.flatMap((row) => tombstoneSchema.safeParse(stored(row)).data ?? []);
      }),
  };
}

const stored = ({ tombstone }: Record<string, unknown>): unknown => JSON.parse(String(tombstone));

const idIn = ({ id }: Record<string, unknown>): string => String(id);

/**
 * Deleted rows leave copies in the log of writes and in pages where they once were, and deleted words
 * stay in the search index until it merges. `secure_delete` zeroes only a row's last place: merging the
 * index and rewriting the file removes the rest.
 */
function scrub(database: DatabaseSync): void {
  try {
    database.exec(`INSERT INTO search (search) VALUES ('optimize')`);
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
  } catch (error) {
    // Another process is using the file. The rows are erased; the next erasing removes the copies.
    if (!isSqliteError(error)) throw error;
  }
}
