import * as z from 'zod/mini';
import { pageLimit } from '../../../shared/api.ts';
import {
  submissionsChangesSchema,
  submissionsPageSchema,
  type SubmissionItem,
  type SubmissionsChanges,
  type SubmissionsPage,
} from '../../../shared/submission.ts';
import { retrying, type Ask, type Wait } from '../../staff/ask.ts';
import { addressOf, archivedOnly, listPath, noFilter, type Filter } from '../filters/filter.ts';
import type { LeadChanges } from './list-state.ts';

/** A refresh reads no more pages than this. */
const catchUpPages = 10;

interface Part {
  cursor?: string | null;
  signal?: AbortSignal | undefined;
}

/** A first page has the tag of its moment. */
type TaggedPage = SubmissionsPage & { tag?: string };

/** The news since a tag: nothing, some changes, or so much that it is the list's newest part. */
export type Latest =
  | { kind: 'same' }
  | { kind: 'changes'; changes: SubmissionsChanges; tag: string | undefined }
  | { kind: 'page'; page: TaggedPage };

/** The last row that is shown, if there are any. */
type Last = Pick<SubmissionItem, 'id' | 'created_at'> | undefined;

const answerSchema = z.union([submissionsChangesSchema, submissionsPageSchema]);

/** Reads pages of the list from the server. */
export function createPages(ask: Ask, wait: Wait) {
  const one = async (path: string, signal?: AbortSignal): Promise<TaggedPage> => {
    const response = await ask(path, { signal });
    return { ...submissionsPageSchema.parse(await response.json()), ...tagOf(response) };
  };

  /** Reads on down to the last row that is shown. Not retried: the next refresh is near. */
  const downTo = async (
    first: TaggedPage,
    filter: Filter,
    last: Last,
    signal?: AbortSignal,
  ): Promise<TaggedPage> => {
    let page = first;
    const isThere = ({ id, created_at }: NonNullable<Last>) =>
      page.submissions.some((it) => it.id === id || it.created_at < created_at);
    for (let read = 1; read < catchUpPages && last; read++) {
      if (page.next_cursor === null || isThere(last)) break;
      const cursor = page.next_cursor;
      const more = await one(listPath(filter, { cursor, limit: pageLimit.most }), signal);
      page = { ...page, ...more, submissions: [...page.submissions, ...more.submissions] };
    }
    return page;
  };

  return {
    /** The first page is short, so that it shows soon. The pages that follow are long. */
    async load(filter: Filter, { cursor, signal }: Part = {}): Promise<TaggedPage> {
      const limit = cursor == null ? pageLimit.usual : pageLimit.most;
      const load = () => one(listPath(filter, { cursor: cursor ?? null, limit }), signal);
      const page = await retrying(load, { wait, signal });
      // A page may be empty although the list goes on. Read on until there are rows to show.
      if (page.submissions.length > 0 || page.next_cursor === null) return page;
      return { ...page, ...(await this.load(filter, { cursor: page.next_cursor, signal })) };
    },

    /** The newest part of the list, down to the last row that is shown. */
    async newest(filter: Filter, last?: Last, signal?: AbortSignal): Promise<TaggedPage> {
      const first = await one(listPath(filter, { limit: pageLimit.usual }), signal);
      return downTo(first, filter, last, signal);
    },

    /** Whether a lead that isn't on the page has left the list or was erased. */
    async fateOf(
      id: string | undefined,
      { submissions }: SubmissionsPage,
      signal: AbortSignal,
    ): Promise<LeadChanges | undefined> {
      if (id === undefined || submissions.some((it) => it.id === id)) return undefined;
      for (const filter of [noFilter, archivedOnly]) {
        const { submissions: left } = await one(listPath({ ...filter, q: id }), signal);
        if (left.length > 0) return { changed: [], left, erased: [] };
      }
      return { changed: [], left: [], erased: [id] };
    },

    async since(tag: string, filter: Filter, last: Last, signal?: AbortSignal): Promise<Latest> {
      const path = listPath(filter, { limit: pageLimit.usual, since: tag });
      const response = await ask(path, { tag, signal });
      if (response.status === 304) return { kind: 'same' };
      const answer = answerSchema.parse(await response.json());
      if ('changed' in answer)
        return { kind: 'changes', changes: answer, tag: tagOf(response).tag };
      const first = { ...answer, ...tagOf(response) };
      return { kind: 'page', page: await downTo(first, filter, last, signal) };
    },
  };
}

function tagOf({ headers }: Response): { tag?: string } {
  const tag = headers.get('etag');
  return tag === null ? {} : { tag };
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
