import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { indexTerm, lookupWord } from '../search.ts';
import type { Filter, Place } from '../port.ts';

type Row = Record<string, SQLOutputValue>;

/** Reads the list by whichever of its indexes fits the filter; a statement is prepared once a shape. */
export function listQueries(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();

  return (filter: Filter, after: Row | Place | undefined, count: number): Row[] => {
    const conditions: string[] = [];
    const values: Record<string, SQLInputValue> = { count };
    const word = lookupWord(filter.words);

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
