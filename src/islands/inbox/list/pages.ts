import { submissionsPageSchema, type SubmissionsPage } from '../../../shared/submission.ts';
import { pageLimit } from '../../../shared/api.ts';
import { isWorthRetrying, type Ask } from '../../staff/ask.ts';
import { retrying, type Wait } from '../../staff/backoff.ts';
import { listPath, type Filter } from '../filters/filter.ts';

/** After so many pages of nothing but new rows the rest can wait for the next look. */
const catchUpPages = 10;

interface Which {
  cursor?: string | null;
  signal?: AbortSignal | undefined;
}

/** The list's pages as the server has them. */
export function createPages(ask: Ask, wait: Wait) {
  const one = async (path: string, signal?: AbortSignal): Promise<SubmissionsPage> => {
    const response = await ask(path, { signal });
    return submissionsPageSchema.parse(await response.json());
  };

  return {
    /** The first page is short, to be there soon; those that are asked for are long. */
    async load(filter: Filter, { cursor, signal }: Which = {}): Promise<SubmissionsPage> {
      const limit = cursor == null ? pageLimit.usual : pageLimit.most;
      const load = () => one(listPath(filter, { cursor: cursor ?? null, limit }), signal);
      const page = await retrying(load, { wait, isWorthRetrying, signal });
      // A page may be empty and the list still go on: what was asked for is rows.
      if (page.submissions.length > 0 || page.next_cursor === null) return page;
      return { ...page, ...(await this.load(filter, { cursor: page.next_cursor, signal })) };
    },

    /**
     * The newest part of the list, down to a row that is known. Not retried: the next look comes
     * soon enough.
     */
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
