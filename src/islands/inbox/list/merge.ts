import type { SubmissionItem } from '../../../shared/submission.ts';

type Rows = readonly SubmissionItem[];

export interface News {
  /** What is shown, each as it stands now; the same array if nothing has changed. */
  rows: Rows;
  /** In the newest part of the list, but not shown. */
  fresh: Rows;
  /** Shown, but no longer in this part of the list: their state has left the filter. */
  gone: ReadonlySet<string>;
}

interface Latest {
  submissions: Rows;
  /** Whether that is the whole list. */
  whole: boolean;
}

interface Shown {
  rows: Rows;
  /** Whether the list goes on behind the last row. */
  more: boolean;
}

/**
 * What the newest part of the list says about the rows that are shown. `touched` are those that
 * changed here while it was on its way: what it says of them is older than what is shown.
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
      !now.has(id) && !touched.has(id) && (latest.whole || created_at > oldest),
  );
  const last = more ? (rows.at(-1)?.created_at ?? '') : '';
  return {
    rows: changed ? updated : rows,
    // Older than the last row: not new, but on a page that isn't loaded yet.
    fresh: latest.submissions.filter((it) => !shown.has(it.id) && it.created_at >= last),
    gone: new Set(gone.map(({ id }) => id)),
  };
}

const isSame = (one: SubmissionItem, other: SubmissionItem): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Both newest first, and so is what comes out; what stands in both is taken from `fresh`. */
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
