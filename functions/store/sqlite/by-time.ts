import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Transactions } from './transaction.ts';

type Row = Record<string, SQLOutputValue>;

/** Reads the submissions that have this time, earliest first, each time from behind the last row. */
export function byTime(
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
