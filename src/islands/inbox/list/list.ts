/**
 * The rows of the inbox. Rows come and go only on an admin's request, because nothing may move under a pointer.
 *
 * 1. The admin opens a view: chooses a filter, retries, or has removed the last row. `$request` gets a new generation,
 *    and the old rows stay on the screen.
 * 2. The first response to this generation replaces the rows, once. A response to an earlier generation comes too late:
 *    it updates rows in place but adds none.
 * 3. The list polls. A response updates rows in place. New leads are only announced, in `$fresh`, until the admin shows
 *    them.
 * 4. The admin asks for more. The next response with enough rows adds them at the end.
 *
 * The cache of TanStack Query has a `LoadedView` for each filter, and `$shown` is the part of it on the screen.
 */
import {
  QueryObserver,
  type QueryClient,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { atom, computed, type ReadableAtom } from 'nanostores';
import { matchesArchive, matchesFilter, type Filter } from '../filters/filter.ts';
import type { Lead, LeadCache } from '../leads.ts';
import { hasEnough, pollView, readView, type LoadedView, type ViewRequest } from './load.ts';

/** In ms: how often the list polls while an admin uses the tab, and while the tab is only visible. */
export const pollEvery = { atTab: 15_000, idle: 60_000 };

interface Shown {
  ids: readonly string[];
  isEnd: boolean;
  /** The generation of the request that these rows answer. */
  generation: number;
}

/** `first`: waits for the rows of an opened view. `more`: waits for further rows below. */
export type Status = 'first' | 'first failed' | 'ready' | 'more' | 'more failed';

interface ListDeps {
  client: QueryClient;
  leads: LeadCache;
  $filter: ReadableAtom<Filter>;
  $isAtTab: ReadableAtom<boolean>;
  $openedId: ReadableAtom<string | undefined>;
  /** Called if a page that an admin asked for failed to load, even after retries. */
  onFailed: () => void;
}

const firstRequest: ViewRequest = { generation: 1 };
const nothing: Shown = { ids: [], isEnd: true, generation: 0 };
const none: readonly string[] = [];

export const firstView = (client: QueryClient, leads: LeadCache, filter: Filter) =>
  client.query({
    queryKey: ['view', filter],
    queryFn: ({ signal }) => readView({ leads, filter, request: firstRequest, signal }),
  });

export function createList(deps: ListDeps) {
  const { client, leads, $filter, $isAtTab, $openedId, onFailed } = deps;
  const $request = atom(firstRequest);
  const $shown = atom(nothing);

  const optionsOf = (filter: Filter): QueryObserverOptions<LoadedView> => ({
    queryKey: ['view', filter],
    queryFn: ({ signal }) => {
      const reading = { leads, filter, request: $request.get(), signal };
      const before = client.getQueryData<LoadedView>(['view', filter]);
      if (!before) return readView(reading);
      const screen = { shownIds: () => $shown.get().ids, openedId: () => $openedId.get() };
      return pollView(before, reading, screen);
    },
    // A query that failed before this page was ready stays failed, so the page shows the failure.
    retryOnMount: false,
    refetchInterval: ({ state }) => {
      const lastPoll = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
      const every = $isAtTab.get() ? pollEvery.atTab : pollEvery.idle;
      return Math.max(1000, lastPoll + every - Date.now());
    },
  });

  const observer = new QueryObserver<LoadedView>(client, optionsOf($filter.get()));
  const $result = atom<QueryObserverResult<LoadedView>>(observer.getCurrentResult());

  const onResult = (result: QueryObserverResult<LoadedView>): void => {
    const { data } = result;
    const request = $request.get();
    const { generation } = request;
    if (data?.generation === generation) {
      const isAnswered = hasEnough(data, request);
      if ($shown.get().generation !== generation) replaceRows(data);
      else if (request.moreThan !== undefined && isAnswered) addRowsBelow(data);
      if (isAnswered) $request.set({ generation });
    }
    $result.set(result);
  };

  const replaceRows = ({ ids, next, generation }: LoadedView): void => {
    const matches = (lead?: Lead) => lead && matchesFilter($filter.get(), lead);
    $shown.set({
      ids: ids.filter((id) => matches(leads.find(id))),
      isEnd: next === null,
      generation,
    });
  };

  const addRowsBelow = (data: LoadedView): void => {
    const shown = $shown.get();
    const ids = [...shown.ids, ...notShown(data, shown).below];
    $shown.set({ ...shown, ids, isEnd: data.next === null });
  };

  const refetch = async (cancelRefetch = true): Promise<void> => {
    const filter = $filter.get();
    const { isError } = await observer.refetch({ cancelRefetch });
    if (isError && filter === $filter.get()) onFailed();
  };

  const startGeneration = (): void => $request.set({ generation: $request.get().generation + 1 });

  const open = (): Promise<void> => {
    startGeneration();
    return refetch();
  };

  const loadMore = (): Promise<void> => {
    const { data } = observer.getCurrentResult();
    $request.set({ ...$request.get(), moreThan: data?.ids.length ?? 0 });
    return refetch();
  };

  const $status = computed(
    [$result, $shown, $request],
    ({ isFetching }, shown, request): Status => {
      const hasRows = shown.generation === request.generation;
      if (hasRows && request.moreThan === undefined) return 'ready';
      const awaited = hasRows ? 'more' : 'first';
      return isFetching ? awaited : `${awaited} failed`;
    },
  );

  const $rows = computed([$shown, leads.$leads], ({ ids }, known) =>
    ids.flatMap((id) => known.get(id) ?? []),
  );

  /** The ids of new leads that the screen doesn't show yet. */
  const $fresh = computed([$result, $shown, leads.$leads], ({ data }, shown, known) => {
    if (data?.generation !== shown.generation) return none;
    const filter = $filter.get();
    // A search for an id matches an archived lead, too. An admin who has just archived it must not see it as new.
    const matches = (lead?: Lead) =>
      lead && matchesArchive(filter, lead) && matchesFilter(filter, lead);
    const fresh = notShown(data, shown).above.filter((id) => matches(known.get(id)));
    return fresh.length > 0 ? fresh : none;
  });

  onResult(observer.getCurrentResult());
  observer.subscribe(onResult);
  $filter.listen((filter) => {
    startGeneration();
    observer.setOptions(optionsOf(filter));
    void refetch(false);
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

    /** Reads the view anew and replaces the rows. */
    open,
    loadMore,
    retry: (): void => void ($status.get() === 'more failed' ? loadMore() : open()),
    poll: () => observer.refetch({ cancelRefetch: false }),

    showFresh: (): void => {
      const { data } = observer.getCurrentResult();
      // A first page may be empty although more pages follow.
      if (!data || (data.ids.length === 0 && data.next !== null)) void open();
      else replaceRows(data);
    },

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

/** Loaded leads without a row: those above or between the rows, and those below the last row. */
function notShown({ ids }: LoadedView, shown: Shown) {
  const shownIds = new Set(shown.ids);
  const last = shown.isEnd ? -1 : ids.findLastIndex((id) => shownIds.has(id));
  const isBelow = (index: number) => last >= 0 && index > last;
  const missing = ids.map((id, index) => ({ id, index })).filter(({ id }) => !shownIds.has(id));
  return {
    above: missing.filter(({ index }) => !isBelow(index)).map(({ id }) => id),
    below: missing.filter(({ index }) => isBelow(index)).map(({ id }) => id),
  };
}

/** Puts a row back between its former neighbors, even if rows were added or removed in the meantime. */
function putBack(ids: readonly string[], id: string, before: readonly string[]): string[] {
  const others = ids.filter((it) => it !== id);
  const below = before.slice(before.indexOf(id) + 1);
  const above = others.findLastIndex((it) => before.includes(it)) + 1;
  const at = others.findIndex((it) => below.includes(it));
  return others.toSpliced(at < 0 ? above : at, 0, id);
}
