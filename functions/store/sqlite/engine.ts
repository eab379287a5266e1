import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import type { Engine, Write } from '../engine.ts';
import { StoreUnavailable, type Store } from '../port.ts';
import {
  isErased,
  queryFieldsOf,
  type Found,
  type SubmissionRecord,
  type Tombstone,
} from '../record.ts';
import { isSearch } from '../search.ts';
import { storeOn } from '../store.ts';
import { available, isSqliteError, openFile } from './database.ts';
import { counting, scanning, searchIndex, toFound, type Row } from './queries.ts';
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
  const rows = (sql: string, ...values: (string | number)[]): Row[] =>
    database.prepare(sql).all(...values);
  const documents = (within: string, rest: string, ...values: (string | number)[]): Found[] =>
    rows(`SELECT id, value FROM ${within} ${rest}`, ...values).map(toFound);
  const valueOf = ({ within, id }: Write): unknown =>
    database.prepare(`SELECT value FROM ${within} WHERE id = ?`).get(id)?.['value'];
  const scan = scanning(database);
  const count = counting(database);
  const search = searchIndex(database);

  const columns = 'value, listed_as, undelivered_since, call_at, waiting, undecided';
  const values = columns.replaceAll(/\w+/g, ':$&');
  const insertLead = database.prepare(
    `INSERT INTO submissions (number, id, ${columns}) VALUES (${nextNumber}, :id, ${values})
      RETURNING number`,
  );
  const updateLead = database.prepare(
    `UPDATE submissions SET (${columns}) = (${values}) WHERE id = :id RETURNING number`,
  );
  const markLead = database.prepare('UPDATE submissions SET value = ? WHERE id = ?');
  const removeAddresses = database.prepare('DELETE FROM addresses WHERE number = ?');
  const insertAddress = database.prepare('INSERT INTO addresses VALUES (?, ?, ?)');

  const putLead = (id: string, value: SubmissionRecord | Tombstone, before: unknown): void => {
    const { emails, phones, is_waiting, is_undecided, ...fields } = isErased(value)
      ? noFields
      : queryFieldsOf(value as SubmissionRecord);
    const is = { waiting: Number(is_waiting), undecided: Number(is_undecided) };
    const row = { id, value: JSON.stringify(value), ...fields, ...is };
    const time = 'created_at' in value ? value.created_at : value.erased_at;
    const written = before ? updateLead.get(row) : insertLead.get({ ...row, time });
    const number = Number(written?.['number']);
    if (before) removeAddresses.run(number);
    for (const [field, all] of Object.entries({ emails, phones }))
      for (const it of all) insertAddress.run(field, it, number);
    search.replace(number, before, value);
  };

  const write = (it: Write): void => {
    const { within, id } = it;
    if (it.kind === 'remove') {
      database.prepare(`DELETE FROM ${within} WHERE id = ?`).run(id);
      return;
    }
    if (it.kind === 'mark') {
      // A damaged lead keeps its columns.
      markLead.run(JSON.stringify({ ...(it.replaces.value as object), ...it.marks }), id);
      return;
    }
    const { value, replaces } = it;
    if (within === 'submissions') putLead(id, value as SubmissionRecord, replaces?.value);
    else {
      const sql = `INSERT INTO ${within} (id, value) VALUES (?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value`;
      database.prepare(sql).run(id, JSON.stringify(value));
    }
  };

  const isAsRead = (it: Write): boolean =>
    it.kind === 'remove' || valueOf(it) === (it.replaces?.version as Row | undefined)?.['value'];

  return {
    find: (within, ids) =>
      asked(() =>
        documents(within, 'WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)),
      ),

    after: (within, id = '', limit) =>
      asked(() => documents(within, 'WHERE id > ? ORDER BY id LIMIT ?', id, limit)),

    scan: (wanted, last, count) =>
      asked(() =>
        wanted.what === 'listed' && isSearch(wanted.filter.q) && !wanted.filter.call_back
          ? search.find(wanted, last, count)
          : scan(wanted, last, count),
      ),

    notices: (time, by, limit) =>
      asked(() => {
        const column = `value ->> '$.${time}'`;
        return documents('rights', `WHERE ${column} <= ? ORDER BY ${column} LIMIT ?`, by, limit);
      }),

    entries: (after, limit) =>
      asked(() => {
        const newest = 'ORDER BY at DESC, id DESC LIMIT ?';
        if (!after) return documents('audit_log', newest, limit);
        return documents(
          'audit_log',
          `WHERE (at, id) < (?, ?) ${newest}`,
          after.time,
          after.id,
          limit,
        );
      }),

    commit: (writes) =>
      asked(() => {
        // Takes the file's only write lock first, so that what it compares can't change.
        database.exec('BEGIN IMMEDIATE');
        try {
          const isFirst = writes.every(isAsRead);
          if (isFirst) for (const it of writes) write(it);
          database.exec('COMMIT');
          // A notice that was taken may be of somebody who was erased.
          const isTold = writes.some((it) => it.kind === 'remove' && it.within === 'rights');
          if (isFirst && isTold) scrub(database);
          return isFirst;
        } catch (error) {
          if (database.isTransaction) database.exec('ROLLBACK');
          throw error;
        }
      }),

    count: (wanted) => asked(() => count(wanted)),

    counts: () =>
      asked(() => ({ held: count({ what: 'held' }), waiting: count({ what: 'waiting' }) })),

    lastChange: () => asked(() => String(rows('SELECT count FROM changes')[0]?.['count'])),

    close: () => available(() => database.close()),
  };
}

/** No query for leads finds a tombstone. */
const noFields: ReturnType<typeof queryFieldsOf> = {
  listed_as: null,
  undelivered_since: null,
  call_at: null,
  is_waiting: false,
  is_undecided: false,
  emails: [],
  phones: [],
};

/** The first free number in the minute of the lead: see `schema.ts`. */
const nextNumber = `(
  SELECT ifnull(max(number) + 1, unixepoch(:time) / 60 << 21) FROM submissions
    WHERE number >= unixepoch(:time) / 60 << 21
      AND number < unixepoch(:time) / 60 + 1 << 21
)`;

/**
 * Deleted rows leave copies in the log of writes and in pages where they once were, and deleted words
 * stay in the search index until it merges. `secure_delete` zeroes only a row's last place: merging the
 * index and rewriting the file removes the rest.
 */
function scrub(database: DatabaseSync): void {
  const steps = [
    `INSERT INTO search (search) VALUES ('optimize')`,
    'VACUUM',
    'PRAGMA wal_checkpoint(TRUNCATE)',
  ];
  for (const step of steps) {
    try {
      database.exec(step);
    } catch (error) {
      // Another process is using the file, or the disk is full. The rows are erased; the next erasing removes the copies.
      if (!isSqliteError(error)) throw error;
    }
  }
}
