import type { DatabaseSync } from 'node:sqlite';
import { fillPage } from '../fill-page.ts';
import { recordSchema, type SubmissionRecord } from '../record.ts';
import { wordsOf } from '../search.ts';
import type { Store } from '../store.ts';
import { auditLog } from './audit.ts';
import { erasing } from './erase.ts';
import { listQueries } from './list.ts';
import { moving } from './moving.ts';
import { answering, transactionsOn } from './transaction.ts';
import { sightings } from './sightings.ts';
import { wordIndex } from './words.ts';

/** The embedded engine: one file, and every call one transaction that ends before it answers. */
export function sqliteStore(database: DatabaseSync, isThere = () => true): Store {
  const transactions = transactionsOn(database, isThere);
  const { writing, reading } = transactions;
  const insert = database.prepare(
    `INSERT INTO submissions (id, record) SELECT :id, :record
      WHERE NOT EXISTS (SELECT 1 FROM erased_submissions WHERE id = :id)
      ON CONFLICT (id) DO NOTHING RETURNING number`,
  );
  const select = database.prepare('SELECT number, record FROM submissions WHERE id = ?');
  const update = database.prepare('UPDATE submissions SET record = ? WHERE id = ?');
  const selectDue = database.prepare(
    'SELECT id FROM submissions WHERE next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?',
  );
  const selectUndelivered = database.prepare(
    'SELECT min(undelivered_since) AS since FROM submissions WHERE undelivered_since IS NOT NULL',
  );
  const countHeld = database.prepare(
    `SELECT count(*) AS count FROM submissions WHERE listed_as = 'held'`,
  );
  const selectHeld = database.prepare(
    `SELECT min(created_at) AS since FROM submissions WHERE listed_as = 'held'`,
  );
  const removeTests = database.prepare('DELETE FROM submissions WHERE test = 1 AND created_at < ?');
  const selectRole = database.prepare('SELECT 1 FROM user_roles WHERE user_id = ? AND role = ?');
  const insertRole = database.prepare(
    'INSERT INTO user_roles (user_id, role) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const list = listQueries(database);
  const words = wordIndex(database);
  const seen = sightings(database);
  const { append, ...audit } = auditLog(database, transactions);

  const add = (record: SubmissionRecord): boolean => {
    const row = insert.get({ id: record.id, record: JSON.stringify(record) });
    if (!row) return false;
    words.add(Number(row['number']), wordsOf(record));
    return true;
  };

  return {
    create: (record) => writing(() => add(record)),

    get: (id) =>
      answering(() => {
        const row = select.get(id);
        return row && parse(row);
      }),

    change: (id, decide) =>
      writing(() => {
        const row = select.get(id);
        if (!row) return undefined;
        const record = parse(row);
        const changed = decide(record);
        if (!changed) return undefined;
        update.run(JSON.stringify(changed), id);
        words.replace(Number(row['number']), wordsOf(record), wordsOf(changed));
        return changed;
      }),

    page: (query) =>
      fillPage(query, (after, count) =>
        answering(() => list(query.filter, after, count).map(parse)),
      ),

    due: (now, limit) => answering(() => selectDue.all(now, limit).map(({ id }) => String(id))),

    undeliveredSince: () =>
      reading(() => {
        const since = selectUndelivered.get()?.['since'];
        return typeof since === 'string' ? since : undefined;
      }),

    heldCount: () => reading(() => Number(countHeld.get()?.['count'])),

    heldSince: () =>
      reading(() => {
        const since = selectHeld.get()?.['since'];
        return typeof since === 'string' ? since : undefined;
      }),

    sweepTests: (before) => writing(() => Number(removeTests.run(before).changes)),

    ...erasing(database, transactions, append),
    ...audit,
    ...moving(database, transactions, add),

    async admit(...sighting) {
      // A flood that is refused should not hold the file's lock.
      const judgement = await answering(() => seen.look(...sighting));
      return judgement.seen ? writing(() => seen.note(...sighting)) : judgement.admission;
    },

    hasRole: (userId, role) => answering(() => selectRole.get(userId, role) !== undefined),

    grantRole: (userId, role) =>
      writing(() => {
        insertRole.run(userId, role);
      }),

    close: () =>
      answering(() => {
        database.close();
      }),
  };
}

const parse = (row: Record<string, unknown>): SubmissionRecord =>
  recordSchema.parse(JSON.parse(String(row['record'])));
