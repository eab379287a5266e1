import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Wanted } from '../engine.ts';
import type { Filter } from '../paging.ts';
import type { Found, queryFieldsOf } from '../record.ts';
import { queryWords } from '../search.ts';

export type Row = Record<string, SQLOutputValue>;

export const toFound = (row: Row): Found => ({
  id: String(row['id']),
  value: JSON.parse(String(row['value'])),
  version: row,
});

/** Each read begins after the last row. */
export const scanning =
  (database: DatabaseSync) =>
  (wanted: Wanted, last: Found | undefined, count: number): Found[] => {
    const { condition, order, isDescending, values } = selectionOf(wanted);
    const place = placeOf(wanted, last);
    const beyond = isDescending ? '<' : '>';
    // For the pair alone, SQLite would read the index of an expression from its beginning.
    const rest = place ? `AND ${order} ${beyond}= ? AND (${order}, id) ${beyond} (?, ?)` : '';
    const direction = isDescending ? 'DESC' : 'ASC';
    const sql = `SELECT id, value, ${order} AS time FROM submissions WHERE ${condition} ${rest}
      ORDER BY ${order} ${direction}, id ${direction} LIMIT ?`;
    return database
      .prepare(sql)
      .all(...values, ...(place ? [place.time, place.time, place.id] : []), count)
      .map(toFound);
  };

export const counting =
  (database: DatabaseSync) =>
  (wanted: Wanted): number => {
    const { condition, values } = selectionOf(wanted);
    const sql = `SELECT count(*) AS count FROM submissions WHERE ${condition}`;
    return Number(database.prepare(sql).get(...values)?.['count']);
  };

function placeOf(wanted: Wanted, last: Found | undefined) {
  if (last) return { time: (last.version as Row)['time'] ?? null, id: last.id };
  return wanted.what === 'listed' ? wanted.after : undefined;
}

interface Selection {
  condition: string;
  values: SQLInputValue[];
  order: string;
  isDescending?: boolean;
}

const field = (path: string): string => `value ->> '$.${path}'`;

/** A field that is computed at each write of a lead. */
const computed = (name: keyof ReturnType<typeof queryFieldsOf> | 'words'): string =>
  `fields ->> '$.${name}'`;

const created = field('created_at');
const next = field('delivery.next_attempt_at');
const state = field('delivery.state');
const undelivered = computed('undelivered_since');
const call = computed('call_at');
const won = field('outcome.at');
const erasedDay = field('figures.day');

const by = (order: string, condition: string, ...values: string[]): Selection => ({
  condition,
  values,
  order,
});

const newestFirst = (condition: string, ...values: string[]): Selection => ({
  ...by(created, condition, ...values),
  isDescending: true,
});

function selectionOf(wanted: Wanted): Selection {
  switch (wanted.what) {
    case 'listed':
      return listed(wanted.filter);
    case 'of':
      return newestFirst(isAnyOf(computed(wanted.field)), JSON.stringify(wanted.values));
    case 'due':
      return by(next, `${next} <= ?`, wanted.by);
    case 'undelivered': {
      const { since } = wanted;
      return by(undelivered, `${undelivered} <= ? AND ${state} = ?`, since, wanted.state);
    }
    case 'calls':
      return by(call, `${call} > ?`, wanted.after);
    case 'due calls':
      return by(call, `${call} > ? AND ${call} <= ?`, wanted.after, wanted.by);
    case 'awaiting':
      return by(created, `${computed('awaits')} = ?`, wanted.awaits);
    case 'won': {
      const isWon = `${field('outcome.state')} = 'won'`;
      return by(won, `${isWon} AND ${won} >= ? AND ${won} < ?`, wanted.from, wanted.to);
    }
    case 'came':
      return by(created, `${created} >= ? AND ${created} < ?`, wanted.from, wanted.to);
    case 'buried':
      return by(erasedDay, `${erasedDay} >= ? AND ${erasedDay} <= ?`, wanted.first, wanted.last);
    case 'arrived':
      return newestFirst(`${created} >= ?`, wanted.since);
    case 'old':
      return by(created, `${created} < ?`, wanted.before);
    case 'old held':
      return by(created, `${state} = 'held' AND ${created} < ?`, wanted.before);
    case 'naming':
      return by('id', having('earlier', '.id'), JSON.stringify(wanted.ids));
    case 'erased of':
      return by('id', having('person'), JSON.stringify(wanted.hashes));
  }
}

const isAnyOf = (list: string): string =>
  `EXISTS (SELECT 1 FROM json_each(${list}) AS own
    WHERE own.value IN (SELECT value FROM json_each(?)))`;

const having = (list: string, path = ''): string =>
  `EXISTS (SELECT 1 FROM json_each(submissions.value, '$.${list}') AS it
    WHERE submissions.value ->> (it.fullkey || '${path}') IN (SELECT value FROM json_each(?)))`;

/** The whole filter, or a part that finds few leads: `fillPage` compares the rest. */
function listed({ q, call_back, from, to, ...filter }: Filter): Selection {
  const words = queryWords(q);
  const chosen: [condition: string, value?: string | undefined][] = call_back
    ? [[`${call} IS NOT NULL`]]
    : words.length > 0
      ? words.map((word) => [`instr(${computed('words')}, ?) > 0`, wordStart(word)])
      : filtered(filter);
  if (from !== undefined) chosen.push([`${created} >= ?`, from]);
  if (to !== undefined) chosen.push([`${created} < ?`, to]);
  return {
    condition: chosen.map(([condition]) => condition).join(' AND '),
    values: chosen.flatMap(([, value]) => value ?? []),
    order: call_back ? call : created,
    isDescending: !call_back,
  };
}

/** All words of a lead are in one text, each after a blank. */
export const wordStart = (word: string): string => ` ${word}`;

function filtered({
  answered,
  archived,
  delivery,
  industry,
  campaign,
  outcome,
}: Filter): [condition: string, value?: string | undefined][] {
  const all: [wanted: unknown, condition: string, value?: string | undefined][] = [
    [answered, `${computed('awaits')} = 'answer'`],
    [archived, `${field('archived')} = 1`],
    [!archived && delivery, `${computed('listed_as')} = ?`, delivery],
    [!archived && !delivery, `${computed('listed')} = 1`],
    [industry !== undefined, `${field('industry')} = ?`, industry],
    [campaign !== undefined, `${field('attribution.utm_campaign')} = ?`, campaign],
    [outcome !== undefined, `${computed('outcome_state')} = ?`, outcome],
  ];
  return all.flatMap(([isWanted, ...condition]) => (isWanted ? [condition] : []));
}
