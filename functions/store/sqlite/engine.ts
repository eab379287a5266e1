import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import type { Collection, Engine, Write } from '../engine.ts';
import { isOver } from '../outbox-entry.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import { isErased, queryFieldsOf, type Found, type SubmissionRecord } from '../record.ts';
import { wordsOf } from '../search.ts';
import { storeOn } from '../store.ts';
import { available, isSqliteError, openFile } from './database.ts';
import { counting, scanning, toFound, wordStart, type Row } from './queries.ts';
import { prepareSchema } from './schema.ts';

export const openSqlite = (folder: string, log: Log, timeout?: number): Store =>
  openFile(folder, timeout, (database, isThere) => {
    prepareSchema(database);
    return sqliteStore(database, log, isThere);
  });

export function sqliteStore(database: DatabaseSync, log: Log, isThere?: () => boolean): Store {
  const store = storeOn(sqliteEngine(database, isThere), log);
  return {
    ...store,
    async erase(...how) {
      const erased = await store.erase(...how);
      if (erased > 0) scrub(database);
      return erased;
    },
    async changeOutbox(...how) {
      const changed = await store.changeOutbox(...how);
      // Its person may be erased.
      if (changed.some((it) => it.kind === 'rights' && isOver(it))) scrub(database);
      return changed;
    },
  };
}

/** The embedded engine: one file, and every write one transaction that ends before it answers. */
export function sqliteEngine(database: DatabaseSync, isThere = () => true): Engine {
  /** Checks that the file is still there: SQLite can write a deleted file, but the data would be lost. */
  const asked = <T>(work: () => T): Promise<T> =>
    available(() => {
      if (!isThere()) throw new StoreUnavailable('The file of the database is gone.');
      return work();
    });
  const rows = (sql: string, ...values: (string | number | null)[]): Row[] =>
    database.prepare(sql).all(...values);
  const documents = (within: string, rest: string, ...values: (string | number)[]): Found[] =>
    rows(`SELECT id, value FROM ${within} ${rest}`, ...values).map(toFound);
  const valueOf = ({ within, id }: Write): unknown =>
    database.prepare(`SELECT value FROM ${within} WHERE id = ?`).get(id)?.['value'];
  const scan = scanning(database);
  const count = counting(database);

  const putLead = (id: string, value: object): void => {
    const fields = isErased(value) ? null : JSON.stringify(fieldsOf(value as SubmissionRecord));
    rows(
      `INSERT INTO submissions (id, value, fields) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value, fields = excluded.fields`,
      id,
      JSON.stringify(value),
      fields,
    );
  };

  const putDocument = (within: Collection, id: string, value: object): void => {
    const sql = `INSERT INTO ${within} (id, value) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET value = excluded.value`;
    rows(sql, id, JSON.stringify(value));
  };

  /** Removes the expired hits of all keys, as a policy on `expires_at` does on Firestore. */
  const putHits = (id: string, value: Hits): void => {
    const now = new Date(value.seen.at(-1)?.at ?? 0).toISOString();
    rows(`DELETE FROM sightings WHERE value ->> '$.expires_at' <= ?`, now);
    putDocument('sightings', id, value);
  };

  const write = (it: Write): void => {
    const { within, id } = it;
    if (it.kind === 'remove') rows(`DELETE FROM ${within} WHERE id = ?`, id);
    // Marks are in no field that queries need, and the rest of the lead may be damaged.
    else if (it.kind === 'mark')
      putDocument(within, id, { ...(it.replaces.value as object), ...it.marks });
    else if (within === 'submissions') putLead(id, it.value);
    else if (within === 'sightings') putHits(id, it.value as Hits);
    else putDocument(within, id, it.value);
  };

  const isAsRead = (it: Write): boolean =>
    (it.kind === 'remove' && !it.replaces) ||
    valueOf(it) === (it.replaces?.version as Row | undefined)?.['value'];

  return {
    find: (within, ids) =>
      asked(() =>
        documents(within, 'WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
      ),

    after: (within, id = '', limit) =>
      asked(() => documents(within, 'WHERE id > ? ORDER BY id LIMIT ?', id, limit)),

    scan: (wanted, last, count) => asked(() => scan(wanted, last, count)),

    outbox: (time, by, limit) =>
      asked(() => {
        const column = `value ->> '$.${time}'`;
        return documents(
          'outbox',
          `WHERE ${column} <= ? ORDER BY ${column}, id LIMIT ?`,
          by,
          limit,
        );
      }),

    entries: (after, limit) =>
      asked(() => {
        const at = `value ->> '$.at'`;
        const newest = `ORDER BY ${at} DESC, id DESC LIMIT ?`;
        if (!after) return documents('audit_log', newest, limit);
        const older = `WHERE (${at}, id) < (?, ?) ${newest}`;
        return documents('audit_log', older, after.time, after.id, limit);
      }),

    commit: (writes) =>
      asked(() => {
        // Takes the file's only write lock first, so that what it compares can't change.
        database.exec('BEGIN IMMEDIATE');
        try {
          const isFirst = writes.every(isAsRead);
          if (isFirst) for (const it of writes) write(it);
          if (isFirst && writes.some(({ within }) => within === 'submissions'))
            database.exec('UPDATE changes SET count = count + 1');
          database.exec('COMMIT');
          return isFirst;
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      }),

    count: (wanted) => asked(() => count(wanted)),

    counts: () =>
      asked(() => ({
        held: count({ what: 'awaiting', awaits: 'decision' }),
        waiting: count({ what: 'awaiting', awaits: 'answer' }),
      })),

    lastChange: () => asked(() => String(rows('SELECT count FROM changes')[0]?.['count'])),

    close: () => available(() => database.close()),
  };
}

/** The hits of a key, the newest last. */
interface Hits {
  seen: { at: number }[];
}

/** What queries need of a lead: its computed fields, and its words. */
const fieldsOf = (lead: SubmissionRecord) => ({
  ...queryFieldsOf(lead),
  words: wordsOf(lead).map(wordStart).join(''),
});

/**
 * Deleted rows leave copies in the log of writes and in pages where they once were. `secure_delete` zeroes only a
 * row's last place: rewriting the file removes the rest.
 */
function scrub(database: DatabaseSync): void {
  for (const step of ['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']) {
    try {
      database.exec(step);
    } catch (error) {
      // Another process is using the file, or the disk is full. The rows are erased; the next erasing removes the copies.
      if (!isSqliteError(error)) throw error;
    }
  }
}
