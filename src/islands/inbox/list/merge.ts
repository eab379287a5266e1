import type { SubmissionItem } from '../../../shared/submission.ts';

type Rows = readonly SubmissionItem[];

interface News {
  /** The shown rows in their current state. The same array if nothing has changed. */
  rows: Rows;
  /** New leads, which aren't shown yet. */
  fresh: Rows;
  /** Shown leads that no longer match the filter. */
  gone: ReadonlySet<string>;
}

interface Latest {
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
export function newsOf({ rows, more }: Shown, latest: Latest, touched: ReadonlySet<string>): News {
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
    fresh: latest.submissions.filter((it) => !shown.has(it.id) && it.created_at >= last),
    gone: new Set(gone.map(({ id }) => id)),
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
