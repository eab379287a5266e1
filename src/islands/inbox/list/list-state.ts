import type {
  SubmissionItem,
  SubmissionsChanges,
  SubmissionsPage,
} from '../../../shared/submission.ts';

type Rows = readonly SubmissionItem[];
export type LeadChanges = Pick<SubmissionsChanges, 'changed' | 'left' | 'erased'>;

export interface LeadListState {
  /** While another view is loading, these are still the rows of the view before. */
  rows: readonly SubmissionItem[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
  /** Whether `rows` are those of the filter. */
  loaded: boolean;
  busy: 'first' | 'more' | undefined;
  failed: 'first' | 'more' | undefined;
  /** New leads that wait until rows may move. */
  fresh: readonly SubmissionItem[];
  /** Leads that arrived while the page was open and haven't been opened yet. */
  unseen: ReadonlySet<string>;
  /** Shown leads that no longer match the filter, and leave when rows may move. */
  gone: ReadonlySet<string>;
  /** Whether the last refresh failed. */
  offline: boolean;
  /** The server's tag of what is known here, and when everything was last read in full. */
  tag: string | undefined;
  readAt: number;
}

export const emptyList: LeadListState = {
  rows: [],
  next: null,
  loaded: false,
  busy: undefined,
  failed: undefined,
  fresh: [],
  unseen: new Set(),
  gone: new Set(),
  offline: false,
  tag: undefined,
  readAt: 0,
};

export const idsOf = (rows: readonly SubmissionItem[]): Set<string> =>
  new Set(rows.map(({ id }) => id));

/** Shows the fresh leads, and removes rows that no longer match the filter. */
export function settled({ rows, fresh, gone, unseen }: LeadListState): Partial<LeadListState> {
  if (fresh.length === 0 && gone.size === 0) return {};
  const stay = rows.filter(({ id }) => !gone.has(id));
  return {
    rows: interleave(fresh, stay),
    fresh: [],
    gone: new Set(),
    unseen: new Set([...unseen, ...idsOf(fresh)]),
  };
}

/**
 * Applies the newest part of the list. `touched` has the rows that changed here since it was asked for.
 * Undefined if it would replace all rows, and they may not move.
 */
export function withNewest(
  { rows, next, unseen }: LeadListState,
  { submissions, next_cursor }: SubmissionsPage,
  touched: ReadonlySet<string>,
  isFree: boolean,
): Partial<LeadListState> | undefined {
  const shown = idsOf(rows);
  const complete = next_cursor === null;
  if (!complete && !submissions.some(({ id }) => shown.has(id))) {
    // There are too many new leads to close the gap, or there were no rows.
    if (rows.length > 0 && !isFree) return undefined;
    const all = new Set([...unseen, ...idsOf(submissions)]);
    return { rows: submissions, next: next_cursor, fresh: [], gone: new Set(), unseen: all };
  }
  const news = newsOf({ rows, more: next !== null }, { submissions, complete }, touched);
  const last = rows.at(-1)?.created_at ?? '';
  // If some are older than the last row, the list doesn't show them yet, so it goes on.
  const isEnd = complete && submissions.every(({ created_at }) => created_at >= last);
  return { ...news, ...(isEnd && { next: null }) };
}

interface News {
  /** The shown rows in their current state. The same array if nothing has changed. */
  rows: Rows;
  /** New leads, which aren't shown yet. */
  fresh: Rows;
  /** Shown leads that no longer match the filter. */
  gone: ReadonlySet<string>;
}

interface Newest {
  submissions: Rows;
  /** Whether these are all rows of the list. */
  complete: boolean;
}

interface Shown {
  rows: Rows;
  /** Whether there are more rows after the last one. */
  more: boolean;
}

/**
 * Compares the shown rows with the newest part of the list. `touched` has the rows that changed on
 * this page since that was requested: their shown state is newer.
 */
function newsOf({ rows, more }: Shown, latest: Newest, touched: ReadonlySet<string>): News {
  const shown = new Map(rows.map((row) => [row.id, row]));
  const now = new Map(latest.submissions.map((row) => [row.id, row]));
  const oldest = latest.submissions.at(-1)?.created_at ?? '';

  const updated = rows.map((row) => {
    const current = now.get(row.id);
    return !current || touched.has(row.id) || isSame(row, current) ? row : current;
  });
  const changed = updated.some((row, index) => row !== rows[index]);
  const gone = rows.filter(
    ({ id, created_at }) =>
      !now.has(id) && !touched.has(id) && (latest.complete || created_at > oldest),
  );
  const last = more ? (rows.at(-1)?.created_at ?? '') : '';
  return {
    rows: changed ? updated : rows,
    // Leads older than the last row aren't new: they are on a page that isn't loaded yet.
    fresh: latest.submissions.filter(
      ({ id, created_at }) => !shown.has(id) && !touched.has(id) && created_at >= last,
    ),
    gone: new Set(gone.map(({ id }) => id)),
  };
}

/**
 * Applies what changed since the last look. Unlike a page, it doesn't repeat what was reported before,
 * so the leads that wait to be shown or removed are carried along.
 */
export function withChanges(
  { rows, next, fresh, gone }: LeadListState,
  changes: LeadChanges,
  touched: ReadonlySet<string>,
): News {
  const isNews = ({ id }: Pick<SubmissionItem, 'id'>) => !touched.has(id);
  const changed = new Map(changes.changed.filter(isNews).map((it) => [it.id, it]));
  const left = new Map(changes.left.filter(isNews).map((it) => [it.id, it]));
  const leaving = new Set([...left.keys(), ...changes.erased]);
  const shown = idsOf(rows);
  const last = next === null ? '' : (rows.at(-1)?.created_at ?? '');
  const added = [...changed.values()]
    .filter((it) => !shown.has(it.id) && it.created_at >= last)
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  return {
    rows: rows.map((row) => changed.get(row.id) ?? left.get(row.id) ?? row),
    fresh: interleave(
      added,
      fresh.filter(({ id }) => !leaving.has(id)),
    ),
    gone: new Set([...gone, ...leaving].filter((id) => shown.has(id) && !changed.has(id))),
  };
}

const isSame = (one: SubmissionItem, other: SubmissionItem): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Merges two lists, both newest first. Takes a lead that is in both from `fresh`. */
export function interleave(fresh: Rows, rows: Rows): Rows {
  const isFresh = new Set(fresh.map(({ id }) => id));
  const merged: SubmissionItem[] = [];
  let next = 0;
  for (const row of rows) {
    if (isFresh.has(row.id)) continue;
    for (let it = fresh[next]; it && it.created_at >= row.created_at; it = fresh[++next]) {
      merged.push(it);
    }
    merged.push(row);
  }
  return [...merged, ...fresh.slice(next)];
}
