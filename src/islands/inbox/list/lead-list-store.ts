import { atom, type ReadableAtom } from 'nanostores';
import type { SubmissionItem, SubmissionsPage } from '../../../shared/submission.ts';
import type { Filter } from '../filters/filter.ts';
import { createCounts } from './counts.ts';
import {
  emptyList,
  idsOf,
  interleave,
  settled,
  withChanges,
  withNewest,
  type LeadChanges,
  type LeadListState,
} from './list-state.ts';
import { createViewCache, type Latest, type Pages } from './pages.ts';

interface ListDeps {
  pages: Pages;
  $filter: ReadableAtom<Filter>;
  /** Whether rows may move: no pointer, focus or panel is on them. */
  isFree: () => boolean;
  now: () => number;
  /** A page failed to load, and all retries are used up. */
  onFailed: () => void;
  /** The lead in the panel. */
  openedId: () => string | undefined;
  /** Leads were erased by somebody else, so `find` doesn't find them any more. */
  onErased: () => void;
}

/** Reading the first page again, now and then, repairs whatever a look since the last may have missed. */
export const readAgainAfter = 4 * 3_600_000;

/** The rows of the filter, page after page, kept current: newer rows come on top, and rows change in place. */
export function createLeadList(deps: ListDeps) {
  const { pages, $filter, isFree, now, onFailed, openedId, onErased } = deps;
  const $list = atom<LeadListState>(emptyList);
  const counts = createCounts();
  const cache = createViewCache<LeadListState>(now);
  /** Every lead that was loaded, because the panel may show one that has left the rows. */
  const known = new Map<string, SubmissionItem>();
  const erased = new Set<string>();
  let loading = new AbortController();
  let loadedAt = 0;
  /** Rows that changed here since the last refresh began. */
  let touched = new Set<string>();

  const set = (change: Partial<LeadListState>): void => {
    for (const row of change.rows ?? []) known.set(row.id, row);
    $list.set({ ...$list.get(), ...change });
  };

  const load = async (what: 'first' | 'more'): Promise<void> => {
    const { signal } = loading;
    set({ busy: what, failed: undefined });
    try {
      const cursor = what === 'more' ? $list.get().next : null;
      const page = await pages.load($filter.get(), { cursor, signal });
      if (signal.aborted) return;
      const before = what === 'more' ? $list.get().rows : [];
      const shown = idsOf(before);
      const added = page.submissions.filter(({ id }) => !shown.has(id));
      if (what === 'first') loadedAt = now();
      counts.read(page);
      set({
        rows: [...before, ...added],
        next: page.next_cursor,
        loaded: true,
        busy: undefined,
        ...(what === 'first' && { fresh: [], gone: new Set(), tag: page.tag, readAt: now() }),
      });
    } catch {
      // The filter has changed, so nobody needs this page.
      if (signal.aborted) return;
      set({ busy: undefined, failed: what });
      onFailed();
    }
  };

  const settle = (): void => {
    set(settled($list.get()));
  };

  /** Returns whether all of it could be applied. If not, the next refresh reads it again. */
  const merge = (latest: SubmissionsPage): boolean => {
    const merged = withNewest($list.get(), latest, touched, isFree());
    set({ ...merged });
    return merged !== undefined && touched.size === 0;
  };

  /** The panel closes at once. The row leaves when rows may move. */
  const forget = (ids: readonly string[]): void => {
    for (const id of ids) erased.add(id);
    cache.clear();
    onErased();
  };

  /** Returns whether all of it could be applied. What changed here meanwhile is reported again. */
  const apply = (changes: LeadChanges): boolean => {
    const { changed, left } = changes;
    for (const it of [...changed, ...left]) {
      if (known.has(it.id) && !touched.has(it.id)) known.set(it.id, it);
    }
    set(withChanges($list.get(), changes, touched));
    if (changes.erased.length > 0) forget(changes.erased);
    return ![...changed, ...left].some(({ id }) => touched.has(id));
  };

  const refresh = async (): Promise<void> => {
    const { loaded, busy, rows, tag, readAt } = $list.get();
    if (!loaded || busy) return;
    const { signal } = loading;
    touched = new Set();
    try {
      const latest: Latest =
        tag !== undefined && now() - readAt < readAgainAfter
          ? await pages.since(tag, $filter.get(), rows.at(-1), signal)
          : { kind: 'page', page: await pages.newest($filter.get(), rows.at(-1), signal) };
      const fate = latest.kind === 'page' && (await pages.fateOf(openedId(), latest.page, signal));
      if (signal.aborted || $list.get().busy) return;
      loadedAt = now();
      set({ offline: false });
      if (fate) apply(fate);
      if (latest.kind === 'page') {
        counts.read(latest.page);
        set({ tag: merge(latest.page) ? latest.page.tag : undefined, readAt: now() });
      } else if (latest.kind === 'changes') {
        counts.read(latest.changes);
        if (apply(latest.changes)) set({ tag: latest.tag });
      }
      // Also if nothing is new: what came before may have waited for the rows.
      if (isFree()) settle();
    } catch {
      // No error message: the rows are still correct, and the next refresh is near.
      if (!signal.aborted) set({ offline: true });
    }
  };

  // Shows a view that was loaded less than five minutes ago at once, and then refreshes it.
  $filter.listen((filter, before) => {
    const left = $list.get();
    if (before && left.loaded) cache.keep(before, left, loadedAt);
    loading.abort();
    loading = new AbortController();
    const kept = cache.find(filter);
    if (kept) {
      loadedAt = kept.loadedAt;
      set({ ...kept.view, busy: undefined, failed: undefined });
      void refresh();
    } else {
      set({ loaded: false, fresh: [], next: null });
      void load('first');
    }
  });

  return {
    $list,
    $held: counts.$held,
    $waiting: counts.$waiting,
    load,
    refresh,
    settle,
    find: (id: string): SubmissionItem | undefined => (erased.has(id) ? undefined : known.get(id)),

    retry: (): void => {
      const { failed } = $list.get();
      if (failed) void load(failed);
    },

    /** Applies the result of an action before the next refresh. */
    update: (id: string, change: Partial<SubmissionItem>): void => {
      touched.add(id);
      // The cached views may have the old row, or no longer match it.
      cache.clear();
      const before = known.get(id);
      if (!before) return;
      const after = { ...before, ...change };
      known.set(id, after);
      counts.follow(before, after);
      set({ rows: $list.get().rows.map((row) => (row.id === id ? after : row)) });
    },

    /** Removes a row at once. The returned function puts it back in its place. */
    take(id: string): () => void {
      const view = $filter.get();
      set({ rows: $list.get().rows.filter((row) => row.id !== id) });
      return () => {
        const item = known.get(id);
        const { loaded, rows } = $list.get();
        if (item && loaded && $filter.get() === view) set({ rows: interleave([item], rows) });
        else void refresh();
      };
    },

    see(id: string): void {
      const { unseen } = $list.get();
      if (unseen.has(id)) set({ unseen: new Set([...unseen].filter((it) => it !== id)) });
    },
  };
}
