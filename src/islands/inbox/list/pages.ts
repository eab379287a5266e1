import { pageLimit } from '../../../shared/api.ts';
import {
  submissionsPageSchema,
  type SubmissionItem,
  type SubmissionsPage,
} from '../../../shared/submission.ts';
import { retrying, type Ask, type Wait } from '../../staff/ask.ts';
import { listPath, noFilter, type Filter } from '../filters/filter.ts';

interface Part {
  cursor?: string | null;
  signal?: AbortSignal | undefined;
}

/** A first page has the tag of its moment. */
export type TaggedPage = SubmissionsPage & { tag: string | null };

/** Reads pages of the list from the server. */
export function createPages(ask: Ask, wait: Wait) {
  const parse = async (response: Response): Promise<TaggedPage> => ({
    ...submissionsPageSchema.parse(await response.json()),
    tag: response.headers.get('etag'),
  });

  const newest = async (filter: Filter, signal?: AbortSignal): Promise<TaggedPage> =>
    parse(await ask(listPath(filter, { limit: pageLimit.usual }), { signal }));

  return {
    newest,

    /** The first page is short, so that it shows soon. The pages that follow are long. */
    async load(filter: Filter, { cursor = null, signal }: Part = {}): Promise<TaggedPage> {
      const limit = cursor === null ? pageLimit.usual : pageLimit.most;
      const load = async () => parse(await ask(listPath(filter, { cursor, limit }), { signal }));
      const page = await retrying(load, { wait, signal });
      // A page may be empty although the list goes on. Read on until there are rows to show.
      if (page.submissions.length > 0 || page.next_cursor === null) return page;
      return { ...page, ...(await this.load(filter, { cursor: page.next_cursor, signal })) };
    },

    /** The first page, or undefined if no lead has changed since the tag was given out. */
    async look(
      filter: Filter,
      tag: string | null,
      signal: AbortSignal,
    ): Promise<TaggedPage | undefined> {
      if (tag === null) return newest(filter, signal);
      const response = await ask(listPath(filter, { limit: pageLimit.usual }), { tag, signal });
      return response.status === 304 ? undefined : parse(response);
    },

    /** One lead, whatever view it is in. Undefined if it was erased. */
    async find(id: string, signal?: AbortSignal): Promise<SubmissionItem | undefined> {
      const { submissions } = await newest({ ...noFilter, q: id }, signal);
      return submissions.find((it) => it.id === id);
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
