import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Filter, Place } from '../paging.ts';
import { readRecord, type SubmissionRecord } from '../record.ts';
import { queryWords, wordsOf } from '../search.ts';

export type Row = Record<string, SQLOutputValue>;

export const toRecord = ({ id, record }: Row): SubmissionRecord =>
  readRecord(String(id), JSON.parse(String(record)));

/** Reads the list by the index that fits the filter. Decision 0032. */
export const listQuery =
  (database: DatabaseSync) =>
  (filter: Filter, after: Row | Place | undefined, count: number): Row[] => {
    const conditions: string[] = [];
    const values: Record<string, SQLInputValue> = { count };

    // By these, SQLite chooses the index.
    if (filter.waiting) conditions.push('waiting = 1');
    if (filter.archived) conditions.push('archived = 1 AND test IS NULL');
    else if (filter.delivery === undefined) conditions.push(`listed_as <> 'held'`);
    if (filter.delivery !== undefined) {
      conditions.push(`${filter.archived ? 'state' : 'listed_as'} = :state`);
      values['state'] = filter.delivery;
    }
    if (filter.industry !== undefined) {
      conditions.push('industry = :industry');
      values['industry'] = filter.industry;
    }
    if (filter.campaign !== undefined) {
      conditions.push('campaign = :campaign');
      values['campaign'] = filter.campaign;
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
    return database.prepare(sql).all(values);
  };

/** Before and after all times that are stored. */
const earliest = '0000-01-01T00:00:00Z';
export const endOfTime = '9999-12-31T23:59:59.999Z';

/** A page begins after the row with this `:number`, or after this time and id if no row was read yet. */
const minute = 'coalesce(:number >> 21, unixepoch(:created_at) / 60)';
const found = `search JOIN submissions ON submissions.number = search.rowid
  WHERE search MATCH :words
    AND search.rowid < min(${minute}, unixepoch(:to) / 60) + 1 << 21
    AND (search.rowid < ${minute} << 21 OR (created_at, id) < (:created_at, :id))
    AND created_at >= :from AND created_at < :to`;
const first = 'unixepoch(:from) / 60 << 21';

/**
 * The full-text index of the words that a lead is found by. It gives rows by number, and a number begins
 * with the minute in which the lead came (see `schema.ts`): reading stops when the page is full.
 */
export function searchIndex(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO search (rowid, words) VALUES (?, ?)');
  const update = database.prepare('UPDATE search SET words = ? WHERE rowid = ?');
  // Within a minute, numbers are in no order: the last minute is read whole, and sorted.
  const select = database.prepare(
    `SELECT number, id, record, created_at FROM ${found}
      AND search.rowid >= ifnull(
        (SELECT search.rowid >> 21 << 21 FROM ${found} AND search.rowid >= ${first}
          ORDER BY search.rowid DESC LIMIT 1 OFFSET :count - 1),
        ${first}
      )
      ORDER BY search.rowid >> 21 DESC, created_at DESC, id DESC LIMIT :count`,
  );

  return {
    add(number: number, record: SubmissionRecord): void {
      if (!record.test) insert.run(number, textOf(record));
    },

    /** Most changes are to the delivery only, and leave the words as they are. */
    replace(number: number, before: SubmissionRecord, after: SubmissionRecord): void {
      const text = textOf(after);
      if (text !== textOf(before)) update.run(text, number);
    },

    find: (
      { q, from = earliest, to = endOfTime }: Filter,
      after: Row | Place | undefined,
      count: number,
    ): Row[] => {
      const { number = null, created_at = endOfTime, id = '' }: Row = { ...after };
      const words = queryWords(q).map(beginningWith).join(' ');
      return select.all({ words, from, to, number, created_at, id, count });
    },
  };
}

const textOf = (record: SubmissionRecord): string => wordsOf(record).join(' ');

/** In FTS5's query language. Its tokenizer ends a word at a control character. */
const beginningWith = (word: string): string =>
  `"${word.replace(/[\0-\x1f\x7f].*/s, '').replaceAll('"', '""')}" *`;
