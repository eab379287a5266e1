import {
  QueryObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { pageLimit } from '../../../shared/api.ts';
import { unlessRefused } from '../../staff/ask.ts';
import { fits, isOf, type Filter } from '../filters/filter.ts';
import type { Lead, LeadCache } from '../leads.ts';

/** In ms: how often the list polls while an admin uses the tab, and while the tab is only visible. */
export const lookEvery = { atTab: 15_000, idle: 60_000 };

interface View {
  ids: readonly string[];
  /** The cursor of the next page; null at the end of the list. */
  next: string | null;
  tag: string | undefined;
  /** The opening of a view to which this is the response. */
  opening: number;
}

/** The screen. Rows come and go only on an admin's request, so that nothing moves under a pointer. */
interface Shown {
  ids: readonly string[];
  isEnd: boolean;
  opening: number;
}

export type Status = 'first' | 'first failed' | 'ready' | 'more' | 'more failed';

interface Asked {
  /** Counts openings of views. A response to an earlier opening updates rows but adds none. */
  opening: number;
  /** The minimum number of rows, because a page may be empty although more pages follow. */
  wanted: number;
}

interface ListDeps {
  client: QueryClient;
  leads: LeadCache;
  $filter: ReadableAtom<Filter>;
  $isAtTab: ReadableAtom<boolean>;
  /** The lead in the panel, which may be in no row. */
  $openedId: ReadableAtom<string | undefined>;
  /** Called if a page that an admin asked for failed to load, even after retries. */
  onFailed: () => void;
}

const nothing: Shown = { ids: [], isEnd: true, opening: 0 };
const none: readonly string[] = [];

export const firstView = (client: QueryClient, leads: LeadCache, filter: Filter) =>
  client.query({
    queryKey: ['view', filter],
    queryFn: ({ signal }) => openView(leads, filter, { opening: 1, wanted: 1 }, signal),
  });

/** The rows of the filter. A poll updates rows in place and announces new leads. */
export function createList(deps: ListDeps) {
  const { client, leads, $filter, $isAtTab, $openedId, onFailed } = deps;
  const $shown = atom(nothing);
  const $asked = atom<Asked>({ opening: 1, wanted: 1 });

  const optionsOf = (filter: Filter): QueryObserverOptions<View> => ({
    queryKey: ['view', filter],
    queryFn: ({ signal }) => look(filter, signal),
    // Show a query that failed before the page was ready as failed.
    retryOnMount: false,
    refetchInterval: ({ state }) => {
      const asked = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
      const every = $isAtTab.get() ? lookEvery.atTab : lookEvery.idle;
      return Math.max(1000, asked + every - Date.now());
    },
  });

  /** Polls. Without a change, that is one request with an empty response. */
  const look = async (filter: Filter, signal: AbortSignal): Promise<View> => {
    const asked = $asked.get();
    const { opening } = asked;
    const before = client.getQueryData<View>(['view', filter]);
    if (!before) return openView(leads, filter, asked, signal);
    const first = await leads.read(filter, { tag: before.tag, signal });
    const readRest = (view: View) => readOn(leads, filter, view, asked, signal);
    if (!first) return readRest({ ...before, opening });
    const { next_cursor: next, tag } = first;
    if (before.opening !== opening) return readRest({ ids: idsOf(first), next, tag, opening });
    // An empty page of a list that goes on doesn't say which leads it has. Reading on is expensive.
    if (first.submissions.length === 0 && next !== null) return readRest({ ...before, tag });
    const view = await readBelow(filter, { ids: idsOf(first), next, tag, opening }, signal);
    for (const id of leftBehind(filter, before, view))
      // A lead that can't be read must not block the others.
      await leads.refresh(id, signal).catch(unlessRefused);
    return readRest(view);
  };

  const readBelow = async (filter: Filter, first: View, signal: AbortSignal): Promise<View> => {
    const ids = new Set(first.ids);
    let missing = $shown.get().ids.filter((id) => !ids.has(id)).length;
    let { next } = first;
    while (missing > 0 && next !== null) {
      const limit = Math.min(missing, pageLimit.most);
      const page = await leads.read(filter, { cursor: next, limit, signal });
      // Few leads match this filter, so each further one would need many reads.
      if (!page?.submissions.length) break;
      for (const { id } of page.submissions) ids.add(id);
      next = page.next_cursor;
      missing -= page.submissions.length;
    }
    return { ...first, ids: [...ids], next };
  };

  /** The leads to read one by one: the opened one, and those that no newer lead displaced. */
  const leftBehind = (filter: Filter, before: View, { ids, next }: View): Set<string> => {
    const last = next === null ? '' : timeOf(ids.at(-1));
    const removed = before.ids.filter((id) => timeOf(id) > last && isOf(filter, leads.find(id)));
    const toRead = new Set(removed);
    const opened = $openedId.get();
    if (opened !== undefined) toRead.add(opened);
    for (const id of ids) toRead.delete(id);
    return toRead;
  };

  const timeOf = (id = ''): string => leads.find(id)?.created_at ?? '';

  const observer = new QueryObserver<View>(client, optionsOf($filter.get()));
  const $result = atom<QueryObserverResult<View>>(observer.getCurrentResult());

  const hidden = ({ ids }: View, shown: Shown) => {
    const shownIds = new Set(shown.ids);
    const last = shown.isEnd ? -1 : ids.findLastIndex((id) => shownIds.has(id));
    const isBelow = (index: number) => last >= 0 && index > last;
    const others = ids.map((id, index) => ({ id, index })).filter(({ id }) => !shownIds.has(id));
    return {
      fresh: others.filter(({ index }) => !isBelow(index)).map(({ id }) => id),
      below: others.filter(({ index }) => isBelow(index)).map(({ id }) => id),
    };
  };

  const showAll = ({ ids, next, opening }: View): void => {
    const isWanted = (lead?: Lead) => lead && fits($filter.get(), lead);
    $shown.set({
      ids: ids.filter((id) => isWanted(leads.find(id))),
      isEnd: next === null,
      opening,
    });
  };

  const take = (result: QueryObserverResult<View>): void => {
    const { data } = result;
    const shown = $shown.get();
    const { opening, wanted } = $asked.get();
    if (data?.opening === opening) {
      if (shown.opening !== opening) showAll(data);
      else if (wanted > 1 && (data.ids.length >= wanted || data.next === null)) {
        $shown.set({
          ids: [...shown.ids, ...hidden(data, shown).below],
          isEnd: data.next === null,
          opening,
        });
      }
      if (data.ids.length >= wanted || data.next === null) $asked.set({ opening, wanted: 1 });
    }
    $result.set(result);
  };

  const $status = computed([$result, $shown, $asked], ({ isFetching }, shown, asked): Status => {
    const isOpen = shown.opening === asked.opening;
    const loading = isOpen ? (asked.wanted > 1 ? 'more' : undefined) : 'first';
    if (!loading) return 'ready';
    return isFetching ? loading : `${loading} failed`;
  });

  const $rows = computed([$shown, leads.$leads], ({ ids }, known) =>
    ids.flatMap((id) => known.get(id) ?? []),
  );

  /** New leads are shown only when an admin asks for them. */
  const $fresh = computed([$result, $shown, leads.$leads], ({ data }, shown, known) => {
    if (data?.opening !== shown.opening) return none;
    const filter = $filter.get();
    const isNews = (lead?: Lead) => lead && isOf(filter, lead) && fits(filter, lead);
    const fresh = hidden(data, shown).fresh.filter((id) => isNews(known.get(id)));
    return fresh.length > 0 ? fresh : none;
  });

  const fetch = async (cancelRefetch = true): Promise<void> => {
    const filter = $filter.get();
    const { isError } = await observer.refetch({ cancelRefetch });
    if (isError && filter === $filter.get()) onFailed();
  };

  const askAgain = (): void => $asked.set({ opening: $asked.get().opening + 1, wanted: 1 });

  const open = (): Promise<void> => {
    askAgain();
    return fetch();
  };

  const more = (): Promise<void> => {
    const { data } = observer.getCurrentResult();
    $asked.set({ ...$asked.get(), wanted: (data?.ids.length ?? 0) + 1 });
    return fetch();
  };

  take(observer.getCurrentResult());
  observer.subscribe(take);
  $filter.listen((filter) => {
    askAgain();
    observer.setOptions(optionsOf(filter));
    void fetch(false);
  });
  $isAtTab.listen(() => observer.setOptions(optionsOf($filter.get())));
  if (observer.getCurrentResult().isError) onFailed();

  return {
    $rows,
    $fresh,
    $status,
    $isEnd: computed($shown, ({ isEnd }) => isEnd),
    $offline: computed(
      $result,
      ({ data, isError, failureCount }) => data !== undefined && (isError || failureCount > 0),
    ),
    open,
    more,

    look: () => observer.refetch({ cancelRefetch: false }),

    show: (): void => {
      const { data } = observer.getCurrentResult();
      // A first page may be empty although more pages follow.
      if (!data || (data.ids.length === 0 && data.next !== null)) void open();
      else showAll(data);
    },

    retry: (): void => void ($status.get() === 'more failed' ? more() : open()),

    /** Removes a row. Returns a function that puts it back, unless the view has changed. */
    remove(id: string): () => void {
      const { ids: before, isEnd } = $shown.get();
      const filter = $filter.get();
      $shown.set({ ...$shown.get(), ids: before.filter((it) => it !== id) });
      if ($shown.get().ids.length === 0 && !isEnd) void open();
      return () => {
        const { ids } = $shown.get();
        if (filter === $filter.get() && before.includes(id))
          $shown.set({ ...$shown.get(), ids: putBack(ids, id, before) });
      };
    },
  };
}

export type List = ReturnType<typeof createList>;

async function openView(
  leads: LeadCache,
  filter: Filter,
  asked: Asked,
  signal: AbortSignal,
): Promise<View> {
  // The first page is short, so that it shows soon.
  const page = await leads.read(filter, { signal });
  if (!page) throw new Error('The server answered "not changed" to a request without a tag.');
  const { next_cursor: next, tag } = page;
  const view = { ids: idsOf(page), next, tag, opening: asked.opening };
  return readOn(leads, filter, view, asked, signal);
}

async function readOn(
  leads: LeadCache,
  filter: Filter,
  view: View,
  { wanted }: Asked,
  signal: AbortSignal,
): Promise<View> {
  let { ids, next } = view;
  while (ids.length < wanted && next !== null) {
    const page = await leads.read(filter, { cursor: next, limit: pageLimit.most, signal });
    if (!page) break;
    ids = [...new Set([...ids, ...idsOf(page)])];
    next = page.next_cursor;
  }
  return { ...view, ids, next };
}

const idsOf = ({ submissions }: { submissions: readonly Lead[] }): string[] =>
  submissions.map(({ id }) => id);

/** Puts a row back between its former neighbors, even if rows were added or removed in the meantime. */
function putBack(ids: readonly string[], id: string, before: readonly string[]): string[] {
  const others = ids.filter((it) => it !== id);
  const below = before.slice(before.indexOf(id) + 1);
  const above = others.findLastIndex((it) => before.includes(it)) + 1;
  const at = others.findIndex((it) => below.includes(it));
  return others.toSpliced(at < 0 ? above : at, 0, id);
}
