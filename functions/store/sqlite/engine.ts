import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import { foldPhone } from '../../../src/shared/phone.ts';
import { fillPage, legible, readPastDamaged } from '../paging.ts';
import type { Store } from '../port.ts';
import { foldEmail, type SubmissionRecord } from '../record.ts';
import { isSearch } from '../search.ts';
import { auditLog } from './audit.ts';
import { hits, optOuts, roles, watching } from './beside-leads.ts';
import { available, openFile, transactionsOn } from './database.ts';
import { erasing } from './erase.ts';
import { listQuery, searchIndex, toRecord, type Row } from './queries.ts';
import { leadsThatWait } from './waits.ts';
import { reporting } from './report.ts';
import { keptRows } from './kept-rows.ts';
import { prepareSchema } from './schema.ts';

export const openSqlite = (folder: string, log: Log, timeout?: number): Store =>
  openFile(folder, timeout, (database, isThere) => {
    prepareSchema(database);
    return sqliteStore(database, log, isThere);
  });

/** The embedded engine: one file, and every call one transaction that ends before it answers. */
export function sqliteStore(database: DatabaseSync, log: Log, isThere = () => true): Store {
  const transactions = transactionsOn(database, isThere);
  const { writing } = transactions;
  const insert = database.prepare(
    `INSERT INTO submissions (number, id, record, phone_folded)
      SELECT ${nextNumber}, :id, :record, :phone
      WHERE NOT EXISTS (SELECT 1 FROM erased_submissions WHERE id = :id)
      ON CONFLICT (id) DO NOTHING RETURNING number`,
  );
  const select = database.prepare('SELECT number, id, record FROM submissions WHERE id = ?');
  const update = database.prepare('UPDATE submissions SET record = ? WHERE id = ?');
  const selectLatest = (condition: string) =>
    database.prepare(
      `SELECT id, record FROM submissions WHERE ${condition} AND test IS NULL
        ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
  const selectByEmail = selectLatest('email_folded = ?');
  const selectByPhone = selectLatest('phone_folded = ?');
  const removeTrials = database.prepare(
    'DELETE FROM submissions WHERE test = 1 AND created_at < ?',
  );
  const removeTrial = database.prepare('DELETE FROM submissions WHERE id = ? AND test = 1');
  const selectChanges = database.prepare('SELECT count FROM changes');
  const list = listQuery(database);
  const search = searchIndex(database);
  const { append, ...audit } = auditLog(database, transactions);

  const add = (record: SubmissionRecord): boolean => {
    const { id, created_at } = record;
    const phone = record.test ? null : foldPhone(record.phone);
    const row = insert.get({ id, created_at, record: JSON.stringify(record), phone });
    if (!row) return false;
    search.add(Number(row['number']), record);
    return true;
  };

  return {
    create: (record) => writing(() => add(record)),

    get: (id) =>
      available(() => {
        const row = select.get(id);
        return row && toRecord(row);
      }),

    change: (id, decide) =>
      writing(() => {
        const row = select.get(id);
        if (!row) return undefined;
        const record = toRecord(row);
        const changed = decide(record);
        if (!changed) return undefined;
        update.run(JSON.stringify(changed), id);
        search.replace(Number(row['number']), record, changed);
        return changed;
      }),

    page(query) {
      const find = isSearch(query.filter.q) ? search.find : list;
      return fillPage(query, (after, count) =>
        readPastDamaged(
          count,
          (last, missing) => available(() => find(query.filter, last ?? after, missing)),
          toRecord,
          log,
        ),
      );
    },

    lastChange: () => available(() => String(selectChanges.get()?.['count'])),

    latestOf: ({ email, phone }) =>
      available(() => {
        const latest = (row: Row | undefined) => row && legible(() => toRecord(row), log)[0];
        return {
          byEmail: latest(selectByEmail.get(foldEmail(email))),
          byPhone: latest(selectByPhone.get(foldPhone(phone))),
        };
      }),

    removeTrial: (id) =>
      writing(() => {
        removeTrial.run(id);
      }),

    sweepTrials: (before) => writing(() => Number(removeTrials.run(before).changes)),

    ...leadsThatWait(database, transactions, log),
    ...reporting(database, transactions),
    ...erasing(database, transactions, append),
    ...optOuts(database, append),
    ...audit,
    ...watching(database, transactions),
    ...keptRows(database, transactions, add),

    ...hits(database, transactions),
    ...roles(database, transactions),

    close: () =>
      available(() => {
        database.close();
      }),
  };
}

/** The first free number in the minute of the lead: see `schema.ts`. */
const nextNumber = `(
  SELECT ifnull(max(number) + 1, unixepoch(:created_at) / 60 << 21) FROM submissions
    WHERE number >= unixepoch(:created_at) / 60 << 21
      AND number < unixepoch(:created_at) / 60 + 1 << 21
)`;
