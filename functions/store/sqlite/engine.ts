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
    async erase(...args) {
      const erased = await store.erase(...args);
      if (erased > 0) scrub(database);
      return erased;
    },
    async changeOutbox(...args) {
      const changed = await store.changeOutbox(...args);
      // A rights message may be about an erased person.
      if (changed.some((entry) => entry.kind === 'rights' && isOver(entry))) scrub(database);
      return changed;
    },
  };
}

/** One file. Each write is a transaction that ends before the call resolves. */
export function sqliteEngine(database: DatabaseSync, isThere = () => true): Engine {
  /** SQLite can write a deleted file, but the data would be lost. */
  const checked = <T>(work: () => T): Promise<T> =>
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

  /** Removes the expired hits of all keys, like the policy on `expires_at` in Firestore. */
  const putHits = (id: string, value: Hits): void => {
    const now = new Date(value.seen.at(-1)?.at ?? 0).toISOString();
    rows(`DELETE FROM sightings WHERE value ->> '$.expires_at' <= ?`, now);
    putDocument('sightings', id, value);
  };

  const write = (change: Write): void => {
    const { within, id } = change;
    if (change.kind === 'remove') rows(`DELETE FROM ${within} WHERE id = ?`, id);
    // Queries need no marks, and the rest of the lead may be damaged.
    else if (change.kind === 'mark')
      putDocument(within, id, { ...(change.replaces.value as object), ...change.marks });
    else if (within === 'submissions') putLead(id, change.value);
    else if (within === 'sightings') putHits(id, change.value as Hits);
    else putDocument(within, id, change.value);
  };

  const isAsRead = (change: Write): boolean =>
    (change.kind === 'remove' && !change.replaces) ||
    valueOf(change) === (change.replaces?.version as Row | undefined)?.['value'];

  return {
    find: (within, ids) =>
      checked(() =>
        documents(within, 'WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
      ),

    after: (within, id = '', limit) =>
      checked(() => documents(within, 'WHERE id > ? ORDER BY id LIMIT ?', id, limit)),

    scan: (wanted, last, count) => checked(() => scan(wanted, last, count)),

    outbox: (time, by, limit) =>
      checked(() => {
        const column = `value ->> '$.${time}'`;
        return documents(
          'outbox',
          `WHERE ${column} <= ? ORDER BY ${column}, id LIMIT ?`,
          by,
          limit,
        );
      }),

    entries: (after, limit) =>
      checked(() => {
        const at = `value ->> '$.at'`;
        const newest = `ORDER BY ${at} DESC, id DESC LIMIT ?`;
        if (!after) return documents('audit_log', newest, limit);
        const older = `WHERE (${at}, id) < (?, ?) ${newest}`;
        return documents('audit_log', older, after.time, after.id, limit);
      }),

    commit: (writes) =>
      checked(() => {
        // Takes the write lock first, because the compared documents must not change.
        database.exec('BEGIN IMMEDIATE');
        try {
          const isFirst = writes.every(isAsRead);
          if (isFirst) for (const change of writes) write(change);
          if (isFirst && writes.some(({ within }) => within === 'submissions'))
            database.exec('UPDATE changes SET count = count + 1');
          database.exec('COMMIT');
          return isFirst;
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      }),

    count: (wanted) => checked(() => count(wanted)),

    counts: () =>
      checked(() => ({
        held: count({ what: 'awaiting', awaits: 'decision' }),
        waiting: count({ what: 'awaiting', awaits: 'answer' }),
      })),

    lastChange: () => checked(() => String(rows('SELECT count FROM changes')[0]?.['count'])),

    close: () => available(() => database.close()),
  };
}

/** Newest hit last. */
interface Hits {
  seen: { at: number }[];
}

const fieldsOf = (lead: SubmissionRecord) => ({
  ...queryFieldsOf(lead),
  words: wordsOf(lead).map(wordStart).join(''),
});

/** `secure_delete` zeroes only a row's last place. The write-ahead log and earlier pages have copies until VACUUM. */
function scrub(database: DatabaseSync): void {
  for (const step of ['VACUUM', 'PRAGMA wal_checkpoint(TRUNCATE)']) {
    try {
      database.exec(step);
    } catch (error) {
      // Another process uses the file, or the disk is full. The rows are erased. The next erasure removes the copies.
      if (!isSqliteError(error)) throw error;
    }
  }
}
