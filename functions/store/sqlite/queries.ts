import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { indexTerm, lookupWord } from '../search.ts';
import type { Filter, Place } from '../port.ts';
import type { Transactions } from './transaction.ts';

type Row = Record<string, SQLOutputValue>;

/** Reads the list by the index that fits the filter. Each form of the statement is prepared once. */
export function listQueries(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();

  return (filter: Filter, after: Row | Place | undefined, count: number): Row[] => {
    const conditions: string[] = [];
    const values: Record<string, SQLInputValue> = { count };
    const word = lookupWord(filter.q);

    if (filter.delivery === undefined) {
      conditions.push(word === undefined ? `listed_as <> 'held'` : 'listed_as IS NOT NULL');
    } else {
      conditions.push('listed_as = :state');
      values['state'] = filter.delivery;
    }
    if (filter.industry !== undefined) {
      conditions.push('industry = :industry');
      values['industry'] = filter.industry;
    }
    if (word !== undefined) {
      conditions.push(
        'number IN (SELECT submission FROM words WHERE word >= :word AND word < :beyond)',
      );
      values['word'] = indexTerm(word);
      values['beyond'] = `${indexTerm(word)}\u{10FFFF}`;
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

/** The words by whose beginnings each submission is found. */
export function wordIndex(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO words (word, submission) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM words WHERE word = ? AND submission = ?');

  const add = (submission: number, words: readonly string[]): void => {
    for (const word of words) insert.run(word, submission);
  };

  return {
    add,

    /** Most changes are to the delivery only, and leave the words as they are. */
    replace(submission: number, before: readonly string[], after: readonly string[]): void {
      for (const word of before) if (!after.includes(word)) remove.run(word, submission);
      add(
        submission,
        after.filter((word) => !before.includes(word)),
      );
    },
  };
}
