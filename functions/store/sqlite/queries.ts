import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Wanted } from '../engine.ts';
import type { Filter } from '../paging.ts';
import type { Found, SubmissionRecord } from '../record.ts';
import { queryWords, wordsOf } from '../search.ts';

export type Row = Record<string, SQLOutputValue>;

export const toFound = (row: Row): Found => ({
  id: String(row['id']),
  value: JSON.parse(String(row['value'])),
  version: row,
});

/** The rows that are wanted: a condition, by which SQLite chooses the index, and a column for the order. */
type Selection = [condition: string, order: string, values?: Record<string, string>];

/** Reads the rows that are wanted. Each read begins after the last row. Decision 0032. */
export const scanning =
  (database: DatabaseSync) =>
  (wanted: Wanted, last: Found | undefined, count: number): Found[] => {
    const [condition, order, values = {}] = selectionOf(wanted);
    const [column, direction] = order.split(' ');
    const place = placeOf(wanted, last);
    const rest = `AND (${column}, id) ${direction ? '<' : '>'} (:time, :id)`;
    const sql = `SELECT number, id, value, ${column} AS time FROM submissions
      WHERE ${condition} ${place ? rest : ''}
      ORDER BY ${order}, id ${direction ?? ''} LIMIT :count`;
    return database
      .prepare(sql)
      .all({ ...values, ...place, count })
      .map(toFound);
  };

export const counting =
  (database: DatabaseSync) =>
  (wanted: Wanted): number => {
    const [condition, , values = {}] = selectionOf(wanted);
    const sql = `SELECT count(*) AS count FROM submissions WHERE ${condition}`;
    return Number(database.prepare(sql).get(values)?.['count']);
  };

function placeOf(wanted: Wanted, last: Found | undefined) {
  const first = wanted.what === 'listed' ? wanted.after : undefined;
  if (!last) return first && { time: first.time, id: first.id };
  return { time: (last.version as Row)['time'] ?? null, id: last.id };
}

/** The condition and the order. What is wanted has the values. */
const selections = {
  due: ['next_attempt_at <= :by', 'next_attempt_at'],
  undelivered: ['undelivered_since <= :since AND state = :state', 'undelivered_since'],
  calls: ['call_at > :after', 'call_at'],
  'due calls': ['call_at <= :by', 'call_at'],
  held: ['undecided = 1', 'created_at'],
  waiting: ['waiting = 1', 'created_at'],
  won: ['won_at >= :from AND won_at < :to', 'won_at'],
  came: ['created_at >= :from AND created_at < :to', 'created_at'],
  buried: ['day >= :first AND day <= :last', 'day'],
  arrived: ['created_at >= :since', 'created_at DESC'],
  old: ['created_at < :before', 'created_at'],
  'old held': [`state = 'held' AND created_at < :before`, 'created_at'],
  trials: ['test = 1 AND created_at < :before', 'created_at'],
} as const;

function selectionOf(wanted: Wanted): Selection {
  switch (wanted.what) {
    case 'listed':
      return listed(wanted.filter);
    case 'of':
      return [
        `number IN (SELECT number FROM addresses
          WHERE field = :field AND value IN (SELECT value FROM json_each(:values)))`,
        'created_at DESC',
        { field: wanted.field, values: JSON.stringify(wanted.values) },
      ];
    case 'naming':
      return [namedIn('earlier', '.id'), 'number', { names: JSON.stringify(wanted.ids) }];
    case 'erased of':
      return [namedIn('person'), 'number', { names: JSON.stringify(wanted.hashes) }];
    default: {
      const { what, ...values } = wanted;
      return [...selections[what], values];
    }
  }
}

/** Reads all rows, since only erasing and a question about the erased need it. */
const namedIn = (list: string, field = ''): string =>
  `EXISTS (SELECT 1 FROM json_each(submissions.value, '$.${list}') AS it
    WHERE submissions.value ->> (it.fullkey || '${field}') IN (SELECT value FROM json_each(:names)))`;

function listed(filter: Filter): Selection {
  const { answered, call_back, archived, delivery, industry, campaign, outcome, from, to } = filter;
  const state = archived ? 'state = :delivery' : 'listed_as = :delivery';
  const conditions = [
    answered && 'waiting = 1',
    call_back && 'call_at IS NOT NULL',
    archived ? 'archived = 1 AND test IS NULL' : !delivery && `listed_as <> 'held'`,
    delivery && state,
    industry !== undefined && 'industry = :industry',
    campaign !== undefined && 'campaign = :campaign',
    outcome !== undefined && 'outcome = :outcome',
    from !== undefined && 'created_at >= :from',
    to !== undefined && 'created_at < :to',
  ];
  const used = Object.entries({ delivery, industry, campaign, outcome, from, to });
  const values = used.filter((it): it is [string, string] => it[1] !== undefined);
  const order = call_back ? 'call_at' : 'created_at DESC';
  return [conditions.filter(Boolean).join(' AND '), order, Object.fromEntries(values)];
}

/** Before and after all times that are stored. */
const earliest = '0000-01-01T00:00:00Z';
const endOfTime = '9999-12-31T23:59:59.999Z';

/** A page begins after the row with this `:number`, or after this time and id if no row was read yet. */
const minute = 'coalesce(:number >> 21, unixepoch(:time) / 60)';
const found = `search JOIN submissions ON submissions.number = search.rowid
  WHERE search MATCH :words
    AND search.rowid < min(${minute}, unixepoch(:to) / 60) + 1 << 21
    AND (search.rowid < ${minute} << 21 OR (created_at, id) < (:time, :id))
    AND created_at >= :from AND created_at < :to`;
const first = 'unixepoch(:from) / 60 << 21';

/**
 * The full-text index of the words that a lead is found by. It gives rows by number, and a number begins
 * with the minute in which the lead came (see `schema.ts`): reading stops when the page is full.
 */
export function searchIndex(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO search (rowid, words) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM search WHERE rowid = ?');
  // Within a minute, numbers are in no order: the last minute is read whole, and sorted.
  const select = database.prepare(
    `SELECT number, id, value, created_at AS time FROM ${found}
      AND search.rowid >= ifnull(
        (SELECT search.rowid >> 21 << 21 FROM ${found} AND search.rowid >= ${first}
          ORDER BY search.rowid DESC LIMIT 1 OFFSET :count - 1),
        ${first}
      )
      ORDER BY search.rowid >> 21 DESC, created_at DESC, id DESC LIMIT :count`,
  );

  return {
    /** Most changes are to the delivery only, and leave the words as they are. */
    replace(number: number, before: unknown, after: unknown): void {
      const text = textOf(after);
      if (text === textOf(before)) return;
      remove.run(number);
      if (text !== '') insert.run(number, text);
    },

    find(
      { filter, after }: Extract<Wanted, { what: 'listed' }>,
      last: Found | undefined,
      count: number,
    ): Found[] {
      const { q, from = earliest, to = endOfTime } = filter;
      const row = (last?.version ?? after) as Row | undefined;
      const { number = null, time = endOfTime, id = '' }: Row = { ...row };
      const words = queryWords(q).map(beginningWith).join(' ');
      return select.all({ words, from, to, number, time, id, count }).map(toFound);
    },
  };
}

/** The words of a lead. A tombstone has none, nor has a trial lead, whose removal leaves the index alone. */
function textOf(stored: unknown): string {
  const lead = (stored ?? {}) as Partial<SubmissionRecord>;
  return lead.test ? '' : wordsOf(lead).join(' ');
}

/** In FTS5's query language. Its tokenizer ends a word at a control character. */
const beginningWith = (word: string): string =>
  `"${word.replace(/[\0-\x1f\x7f].*/s, '').replaceAll('"', '""')}" *`;
