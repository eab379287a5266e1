import { pageLimit } from '../../../shared/api.ts';
import { submissionsPageSchema, type SubmissionsPage } from '../../../shared/submission.ts';
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
