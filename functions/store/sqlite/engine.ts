import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import {
  foldEmail,
  readRecord,
  reportedFigures,
  undeliveredSince,
  type SubmissionRecord,
} from '../record.ts';
import { fillPage, legible, readPastDamaged, type RowsAfter } from '../paging.ts';
import { foldPhone } from '../earlier.ts';
import { isSearch } from '../search.ts';
import type { Store } from '../port.ts';
import { auditLog } from './audit.ts';
import { changing } from './changes.ts';
import { byTime, listQueries, searchIndex } from './queries.ts';
import { optOuts } from './opt-outs.ts';
import { erasing } from './erase.ts';
import { reporting } from './report.ts';
import { figuresText } from './migrate.ts';
import { transfer } from './transfer.ts';
import { answering, transactionsOn } from './transaction.ts';
import { hits } from './hits.ts';
import { roles } from './roles.ts';
import { watching } from './watch.ts';

/** The embedded engine: one file, and every call one transaction that ends before it answers. */
export function sqliteStore(database: DatabaseSync, log: Log, isThere = () => true): Store {
  const transactions = transactionsOn(database, isThere);
  const { writing, reading } = transactions;
  const insert = database.prepare(
    `INSERT INTO submissions (number, id, record, figures, phone_folded)
      SELECT ${nextNumber}, :id, :record, :figures, :phone
      WHERE NOT EXISTS (SELECT 1 FROM erased_submissions WHERE id = :id)
      ON CONFLICT (id) DO NOTHING RETURNING number`,
  );
  const select = database.prepare('SELECT number, id, record FROM submissions WHERE id = ?');
  const update = database.prepare('UPDATE submissions SET record = ?, figures = ? WHERE id = ?');
  const selectLatest = (condition: string) =>
    database.prepare(
      `SELECT id, record FROM submissions WHERE ${condition} AND test IS NULL
        ORDER BY created_at DESC, id DESC LIMIT 1`,
    );
  const selectByEmail = selectLatest('email_folded = ?');
  const selectByPhone = selectLatest('phone_folded = ?');
  const dueUntil = byTime(database, transactions, 'next_attempt_at');
  const undeliveredUntil = byTime(database, transactions, 'undelivered_since');
  const heldUntil = byTime(database, transactions, 'created_at', 'undecided = 1');
  const waitingUntil = byTime(database, transactions, 'created_at', 'waiting = 1');
  const selectArrivals = database.prepare(
    `SELECT created_at FROM submissions WHERE test IS NULL AND created_at >= ?
      ORDER BY created_at DESC LIMIT ?`,
  );
  const selectNewestDue = database.prepare(
    `SELECT id FROM (
      SELECT id, next_attempt_at FROM submissions
        WHERE listed_as = 'pending' ORDER BY undelivered_since DESC LIMIT ?
    ) WHERE next_attempt_at <= ?`,
  );
  const selectCounts = database.prepare(
    `SELECT (SELECT count(*) FROM submissions WHERE undecided = 1) AS held,
      (SELECT count(*) FROM submissions WHERE waiting = 1) AS waiting`,
  );
  const removeTrials = database.prepare(
    'DELETE FROM submissions WHERE test = 1 AND created_at < ?',
  );
  const removeTrial = database.prepare('DELETE FROM submissions WHERE id = ? AND test = 1');
  const list = listQueries(database);
  const search = searchIndex(database);
  const seen = hits(database);
  const { append, ...audit } = auditLog(database, transactions);

  const add = (record: SubmissionRecord): boolean => {
    const { id, created_at } = record;
    const figures = figuresText(reportedFigures(record));
    const phone = record.test ? null : foldPhone(record.phone);
    const row = insert.get({ id, created_at, record: JSON.stringify(record), figures, phone });
    if (!row) return false;
    search.add(Number(row['number']), record);
    return true;
  };

  const read = (count: number, rowsAfter: RowsAfter<Row>) =>
    readPastDamaged(count, rowsAfter, parse, log);

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
        update.run(JSON.stringify(changed), figuresText(reportedFigures(changed)), id);
        search.replace(Number(row['number']), record, changed);
        return changed;
      }),

    page(query) {
      const find = isSearch(query.filter.q) ? search.find : list;
      return fillPage(query, (after, count) =>
        read(count, (last, missing) => answering(() => find(query.filter, last ?? after, missing))),
      );
    },

    latestOf: ({ email, phone }) =>
      answering(() => {
        const latest = (row: Row | undefined) => row && legible(() => parse(row), log)[0];
        return {
          byEmail: latest(selectByEmail.get(foldEmail(email))),
          byPhone: latest(selectByPhone.get(foldPhone(phone))),
        };
      }),

    async due(now, limit) {
      const records = await read(limit, dueUntil(now));
      return records.map(({ id }) => id);
    },

    newestDue: (now, limit) =>
      answering(() => selectNewestDue.all(limit, now).map(({ id }) => String(id))),

    async undeliveredSince() {
      const [record] = await read(1, undeliveredUntil(endOfTime));
      return record && (undeliveredSince(record) ?? undefined);
    },

    undelivered: (limit) => read(limit, undeliveredUntil(endOfTime)),

    counts: () =>
      reading(() => {
        const { held, waiting } = { ...selectCounts.get() };
        return { held: Number(held), waiting: Number(waiting) };
      }),

    async heldSince() {
      const [record] = await read(1, heldUntil(endOfTime));
      return record?.created_at;
    },

    async waitingSince() {
      const [record] = await read(1, waitingUntil(endOfTime));
      return record?.created_at;
    },

    arrivals: (since, limit) =>
      answering(() => selectArrivals.all(since, limit).map((row) => String(row['created_at']))),

    removeTrial: (id) =>
      writing(() => {
        removeTrial.run(id);
      }),

    sweepTrials: (before) => writing(() => Number(removeTrials.run(before).changes)),

    ...changing(database, log),
    ...reporting(database),
    ...erasing(database, transactions, append),
    ...optOuts(database, append),
    ...audit,
    ...watching(database, transactions),
    ...transfer(database, transactions, add),

    async admit(...hit) {
      // A flood that is refused should not hold the file's lock.
      const checked = await answering(() => seen.check(...hit));
      return checked.seen ? writing(() => seen.note(...hit)) : checked.admission;
    },

    ...roles(database, transactions),

    close: () =>
      answering(() => {
        database.close();
      }),
  };
}

type Row = Record<string, SQLOutputValue>;

const parse = ({ id, record }: Row): SubmissionRecord =>
  readRecord(String(id), JSON.parse(String(record)));

/** The first free number in the minute of the lead: see `schema.ts`. */
const nextNumber = `(
  SELECT ifnull(max(number) + 1, unixepoch(:created_at) / 60 << 21) FROM submissions
    WHERE number >= unixepoch(:created_at) / 60 << 21
      AND number < unixepoch(:created_at) / 60 + 1 << 21
)`;

/** Later than any time that is stored. */
const endOfTime = '9999-12-31T23:59:59.999Z';
