import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Filter, Place } from '../port.ts';
import type { Transactions } from './transaction.ts';

type Row = Record<string, SQLOutputValue>;

/** Reads the list by the index that fits the filter. Each form of the statement is prepared once. */
export function listQueries(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();

  return (filter: Filter, after: Row | Place | undefined, count: number): Row[] => {
    const conditions: string[] = [];
    const values: Record<string, SQLInputValue> = { count };

    if (filter.delivery === undefined) {
      conditions.push(`listed_as <> 'held'`);
    } else {
      conditions.push('listed_as = :state');
      values['state'] = filter.delivery;
    }
    if (filter.industry !== undefined) {
      conditions.push('industry = :industry');
      values['industry'] = filter.industry;
    }
    if (filter.from !== undefined) {
      conditions.push('created_at >= :from');
      values['from'] = filter.from;
    }
    if (filter.to !== undefined) {
      conditions.push('created_at < :to');
      values['to'] = filter.to;
    }
    if (after) {
      conditions.push('(created_at, id) < (:created_at, :id)');
      values['created_at'] = after.created_at;
      values['id'] = after.id;
    }
    const sql = `SELECT id, record, created_at FROM submissions WHERE ${conditions.join(' AND ')}
      ORDER BY created_at DESC, id DESC LIMIT :count`;
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(values);
  };
}

/** Reads the submissions that have this time, earliest first. Each read begins after the last row. */
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
