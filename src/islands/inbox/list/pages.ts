import { pageLimit } from '../../../shared/api.ts';
import {
  submissionsPageSchema,
  type SubmissionsPage,
  type SubmissionItem,
} from '../../../shared/submission.ts';
import { retrying, type Ask, type Wait } from '../../staff/ask.ts';
import { addressOf, listPath, type Filter } from '../filters/filter.ts';

/** A refresh that reads this many pages without a known row leaves the rest to the next refresh. */
const catchUpPages = 10;

interface Part {
  cursor?: string | null;
  signal?: AbortSignal | undefined;
}

/** Reads pages of the list from the server. */
export function createPages(ask: Ask, wait: Wait) {
  const one = async (path: string, signal?: AbortSignal): Promise<SubmissionsPage> => {
    const response = await ask(path, { signal });
    return submissionsPageSchema.parse(await response.json());
  };

  return {
    /** The first page is short, so that it shows soon. The pages that follow are long. */
    async load(filter: Filter, { cursor, signal }: Part = {}): Promise<SubmissionsPage> {
      const limit = cursor == null ? pageLimit.usual : pageLimit.most;
      const load = () => one(listPath(filter, { cursor: cursor ?? null, limit }), signal);
      const page = await retrying(load, { wait, signal });
      // A page may be empty although the list goes on. Read on until there are rows to show.
      if (page.submissions.length > 0 || page.next_cursor === null) return page;
      return { ...page, ...(await this.load(filter, { cursor: page.next_cursor, signal })) };
    },

    /** The newest part of the list, down to a known row. Not retried: the next refresh is near. */
    async latest(
      filter: Filter,
      known: ReadonlySet<string>,
      signal?: AbortSignal,
    ): Promise<SubmissionsPage> {
      let page = await one(listPath(filter, { limit: pageLimit.usual }), signal);
      const isKnown = () => page.submissions.some(({ id }) => known.has(id));
      for (let read = 1; read < catchUpPages && known.size > 0; read++) {
        if (page.next_cursor === null || isKnown()) break;
        const cursor = page.next_cursor;
        const more = await one(listPath(filter, { cursor, limit: pageLimit.most }), signal);
        page = { ...page, ...more, submissions: [...page.submissions, ...more.submissions] };
      }
      return page;
    },
  };
}

export type Pages = ReturnType<typeof createPages>;

const lifetime = 5 * 60_000;

/** Keeps the rows of each filter for a while, so that going back to it shows them at once. */
export function createViewCache<View>(now: () => number) {
  const views = new Map<string, { view: View; loadedAt: number }>();
  return {
    keep(filter: Filter, view: View, loadedAt: number): void {
      views.set(addressOf(filter), { view, loadedAt });
    },
    find(filter: Filter): { view: View; loadedAt: number } | undefined {
      const kept = views.get(addressOf(filter));
      return kept && now() - kept.loadedAt < lifetime ? kept : undefined;
    },
    clear(): void {
      views.clear();
    },
  };
}

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
    fresh: latest.submissions.filter(
      ({ id, created_at }) => !shown.has(id) && !touched.has(id) && created_at >= last,
    ),
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
