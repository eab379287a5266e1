import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../log/log.ts';
import { readPastDamaged, type RowsAfter } from '../paging.ts';
import type { LeadsThatWait } from '../port.ts';
import { available, type Transactions } from './database.ts';
import { endOfTime, toRecord, type Row } from './queries.ts';

export function leadsThatWait(
  database: DatabaseSync,
  transactions: Transactions,
  log: Log,
): LeadsThatWait {
  const { reading } = transactions;
  const dueUntil = byTime(database, transactions, 'next_attempt_at');
  const undeliveredUntil = byTime(database, transactions, 'undelivered_since');
  const heldUntil = byTime(database, transactions, 'created_at', 'undecided = 1');
  const waitingUntil = byTime(database, transactions, 'created_at', 'waiting = 1');
  const selectArrivals = database.prepare(
    `SELECT created_at FROM submissions WHERE test IS NULL AND created_at >= ?
      ORDER BY created_at DESC LIMIT ?`,
  );
  const selectCounts = database.prepare(
    `SELECT (SELECT count(*) FROM submissions WHERE undecided = 1) AS held,
      (SELECT count(*) FROM submissions WHERE waiting = 1) AS waiting`,
  );
  const read = (count: number, rowsAfter: RowsAfter<Row>) =>
    readPastDamaged(count, rowsAfter, toRecord, log);

  return {
    async due(now, limit) {
      const records = await read(limit, dueUntil(now));
      return records.map(({ id }) => id);
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
      available(() => selectArrivals.all(since, limit).map((row) => String(row['created_at']))),
  };
}

/** Reads the submissions that have this time, earliest first. Each read begins after the last row. */
function byTime(
  database: DatabaseSync,
  { reading }: Transactions,
  column: 'created_at' | 'next_attempt_at' | 'undelivered_since',
  condition = `${column} IS NOT NULL`,
) {
  const select = database.prepare(
    `SELECT number, id, record, ${column} AS time FROM submissions
      WHERE ${condition} AND ${column} <= :until
        AND (${column}, number) > (:time, :number)
      ORDER BY ${column}, number LIMIT :count`,
  );
  return (until: string) =>
    ({ time = '', number = 0 }: Row = {}, count: number): Promise<Row[]> =>
      reading(() => select.all({ until, time, number, count }));
}
