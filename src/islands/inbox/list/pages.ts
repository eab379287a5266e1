import { api, pageLimit } from '../../../shared/api.ts';
import {
  submissionsPageSchema,
  type SubmissionItem,
  type SubmissionsPage,
} from '../../../shared/submission.ts';
import { retrying, type Ask, type Wait } from '../../staff/ask.ts';
import { noFilter, pathOf, searchIn, type Filter } from '../filters/filter.ts';

interface Part {
  cursor?: string | null;
  limit?: number;
  tag?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** A first page has the tag of its moment. */
export type TaggedPage = SubmissionsPage & { tag: string | undefined };

/** The leads of some pages, by id. */
interface Ids {
  /** Each once. */
  ids: readonly string[];
  /** The first of them: calls that are due. */
  due: readonly string[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
}

export const nothing: Ids = { ids: [], due: [], next: null };

/** The rows of a page, after those that are shown already. */
export function idsOf(
  { submissions, due: calls = [], next_cursor: next }: SubmissionsPage,
  before = nothing,
): Ids {
  const due = [...before.due, ...calls.map(({ id }) => id)];
  const ids = [...before.ids, ...due, ...submissions.map(({ id }) => id)];
  return { ids: [...new Set(ids)], due, next };
}

export interface ListState extends Ids {
  /** Which page is loading or failed to load. Until the first page arrives, `ids` are those of the last view. */
  status: 'first' | 'first failed' | 'ready' | 'more' | 'more failed';
  /** The first page as it was last read. It may have leads that aren't shown yet. */
  head: Ids;
  /** Whether the last look failed. */
  offline: boolean;
}

/** New leads and due calls wait until somebody asks for them. Older leads are on a page that isn't loaded yet. */
export function freshIn({ ids, due, next, head }: ListState, timeOf: (id?: string) => string) {
  const shown = new Set(ids);
  const last = next === null ? '' : timeOf(ids.at(-1));
  return head.ids.filter((id) =>
    head.due.includes(id) ? !due.includes(id) : !shown.has(id) && timeOf(id) >= last,
  );
}

/** The leads to ask for again: those that left what was read although nothing pushed them out, and the opened one. */
export function missingIn(
  { submissions, due = [], next_cursor }: TaggedPage,
  before: Ids,
  opened: string | undefined,
  timeOf: (id?: string) => string,
): Set<string> {
  const last = next_cursor === null ? '' : timeOf(submissions.at(-1)?.id);
  // A page without leads, of a list that goes on, doesn't say which of them it should have.
  const ids = submissions.length > 0 || next_cursor === null ? before.ids : [];
  const missing = new Set([...before.due, ...ids.filter((id) => timeOf(id) > last)]);
  if (opened !== undefined) missing.add(opened);
  for (const { id } of [...submissions, ...due]) missing.delete(id);
  return missing;
}

/** Whether the lead belongs to this view: the inbox or the archive. */
export const isOf = ({ archived: view }: Filter, { archived = false }: Partial<SubmissionItem>) =>
  archived === (view === 'yes');

/** A first page without leads that only moved to the archive or back: a search for an id still finds them, but they aren't new. */
export function headOf(page: SubmissionsPage, shown: Ids, filter: Filter): Ids {
  const isNews = (it: SubmissionItem) => shown.ids.includes(it.id) || isOf(filter, it);
  return idsOf({ ...page, submissions: page.submissions.filter(isNews) });
}

/** Puts a row back between those that were around it, however many came or went meanwhile. */
export function putBack(ids: readonly string[], id: string, before: readonly string[]): string[] {
  const others = ids.filter((it) => it !== id);
  const below = before.slice(before.indexOf(id) + 1);
  const above = others.findLastIndex((it) => before.includes(it)) + 1;
  const at = others.findIndex((it) => below.includes(it));
  return others.toSpliced(at < 0 ? above : at, 0, id);
}

const parse = async (response: Response): Promise<TaggedPage> => ({
  ...submissionsPageSchema.parse(await response.json()),
  tag: response.headers.get('etag') ?? undefined,
});

export function createPages(ask: Ask, wait: Wait) {
  const request = (filter: Filter, { limit = pageLimit.usual, cursor, tag, signal }: Part) => {
    const search = searchIn(filter);
    return search
      ? ask(pathOf(api.search, filter, { limit, cursor }), {
          json: { ...search, seen: tag },
          signal,
        })
      : ask(pathOf(api.submissions, filter, { limit, cursor }), { tag, signal });
  };
  const read = async (filter: Filter, part: Part) => parse(await request(filter, part));

  return {
    /** The first page is short, so that it shows soon. The pages that follow are long. */
    async load(filter: Filter, { cursor = null, signal }: Part = {}): Promise<TaggedPage> {
      const limit = cursor === null ? pageLimit.usual : pageLimit.most;
      const page = await retrying(() => read(filter, { cursor, limit, signal }), { wait, signal });
      // A page may be empty although the list goes on. Read on until there are rows to show.
      if (page.submissions.length > 0 || page.next_cursor === null) return page;
      const rest = await this.load(filter, { cursor: page.next_cursor, signal });
      return { ...page, ...rest, tag: page.tag };
    },

    /** The first page, or undefined if no lead has changed since the tag was given out. */
    async look(filter: Filter, tag: string | undefined, signal: AbortSignal) {
      const response = await request(filter, { tag, signal });
      return [204, 304].includes(response.status) ? undefined : parse(response);
    },

    /** A first page, and below it as many leads as are shown there. */
    async whole(filter: Filter, page: TaggedPage, shown: Ids, signal: AbortSignal) {
      const top = new Set(idsOf(page).ids);
      let missing = shown.ids.filter((id) => !top.has(id)).length;
      const submissions = [...page.submissions];
      let last: SubmissionsPage = page;
      // After a page without leads, a few of them would cost many reads.
      while (missing > 0 && last.next_cursor !== null && last.submissions.length > 0) {
        const limit = Math.min(missing, pageLimit.most);
        last = await read(filter, { cursor: last.next_cursor, limit, signal });
        submissions.push(...last.submissions);
        missing -= last.submissions.length;
      }
      return { ...page, submissions, next_cursor: last.next_cursor };
    },

    /** One lead, whatever view it is in. Undefined if it was erased. */
    async find(id: string, signal?: AbortSignal): Promise<SubmissionItem | undefined> {
      const { submissions } = await read({ ...noFilter, q: id }, { signal });
      return submissions.find((it) => it.id === id);
    },

    /** Whether the filter has leads. Says so, too, if that can't be known. */
    async hasAny(filter: Filter): Promise<boolean> {
      try {
        const { submissions, next_cursor } = await read(filter, { limit: 1 });
        // A page may be empty although the list goes on.
        return submissions.length > 0 || next_cursor !== null;
      } catch {
        return true;
      }
    },
  };
}

export type Pages = ReturnType<typeof createPages>;
