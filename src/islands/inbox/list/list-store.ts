import { atom, computed, type ReadableAtom } from 'nanostores';
import { wholeId } from '../../../shared/lead-filter.ts';
import { unlessRefused } from '../../staff/ask.ts';
import type { Filter } from '../filters/filter.ts';
import { createLeads, type Lead } from './leads.ts';
import {
  freshIn,
  headOf,
  idsOf,
  missingIn,
  nothing,
  putBack,
  type ListState,
  type Pages,
  type TaggedPage,
} from './pages.ts';

interface ListDeps {
  /** Undefined if it failed to load. */
  first: TaggedPage | undefined;
  pages: Pages;
  $filter: ReadableAtom<Filter>;
  /** The lead in the panel, which may be in no row. */
  $openedId: ReadableAtom<string | undefined>;
  /** A page failed to load, and all retries are used up. */
  onFailed: () => void;
}

/**
 * The rows of the filter, page after page. A look at the server changes rows in place and announces new
 * leads. Rows come and go only when somebody asks for it, so that nothing moves under a pointer.
 */
export function createListStore({ first, pages, $filter, $openedId, onFailed }: ListDeps) {
  const leads = createLeads();
  const head = first ? idsOf(first) : nothing;
  const status = first ? 'ready' : 'first failed';
  const $list = atom<ListState>({ ...head, status, head, offline: false });
  /** The first page as it was last read, if nothing has failed since. */
  let tag = first?.tag;
  /** The leads that were in the list when they were last read, shown or not. */
  let seen = head.ids;
  /** Ends with this view. */
  let view = new AbortController();
  /** Ends with the next change here, since an answer from before would undo it. */
  let looking = new AbortController();

  const timeOf = (id = ''): string => leads.find(id)?.created_at ?? '';

  const $rows = computed([$list, leads.$leads], ({ ids }, known) =>
    ids.flatMap((id) => known.get(id) ?? []),
  );

  const $fresh = computed([$list, leads.$leads], (shown) => freshIn(shown, timeOf));

  const set = (change: Partial<ListState>): void => $list.set({ ...$list.get(), ...change });

  /** Whether the rows are those of the filter, and none are on their way. */
  const isSettled = () => ['ready', 'more failed'].includes($list.get().status);

  const load = async (what: 'first' | 'more'): Promise<void> => {
    const { signal } = view;
    stopLooking();
    set({ status: what });
    try {
      const cursor = what === 'more' ? $list.get().next : null;
      const page = await pages.load($filter.get(), { cursor, signal });
      if (signal.aborted) return;
      leads.merge(page);
      // Rows may have left meanwhile.
      const shown = idsOf(page, what === 'more' ? $list.get() : nothing);
      const head = what === 'first' ? shown : $list.get().head;
      set({ ...shown, head, status: 'ready', offline: false });
      seen = shown.ids;
      if (what === 'first') tag = page.tag;
    } catch {
      // The filter has changed, so nobody needs this page.
      if (signal.aborted) return;
      set({ status: `${what} failed` });
      onFailed();
    }
  };

  const drop = (id: string): void => {
    const { ids, head } = $list.get();
    const others = (all: readonly string[]) => all.filter((it) => it !== id);
    set({ ids: others(ids), head: { ...head, ids: others(head.ids), due: others(head.due) } });
    seen = others(seen);
  };

  /** Asks for a lead again. One that was erased leaves the rows and the panel. */
  const askAgain = async (id: string, signal: AbortSignal): Promise<void> => {
    // An imported lead may have an id that no search finds.
    if (!wholeId.test(id)) return;
    const lead = await pages.find(id, signal);
    if (signal.aborted) return;
    if (lead) {
      leads.merge({ submissions: [lead] });
    } else {
      drop(id);
      leads.forget(id);
    }
  };

  /** Asks whether anything changed. `poll.ts` says how often. */
  const look = async (): Promise<void> => {
    if (!isSettled()) return;
    const signal = AbortSignal.any([view.signal, looking.signal]);
    try {
      const page = await pages.look($filter.get(), tag, signal);
      const whole = page && (await pages.whole($filter.get(), page, $list.get(), signal));
      if (signal.aborted || !isSettled()) return;
      if ($list.get().offline) set({ offline: false });
      if (!whole) return;
      leads.merge(whole);
      // A lead that can't be read keeps nobody from hearing of the others.
      const gone = missingIn(whole, { ...$list.get().head, ids: seen }, $openedId.get(), timeOf);
      for (const id of gone) await askAgain(id, signal).catch(unlessRefused);
      signal.throwIfAborted();
      const head = headOf(page, $list.get(), $filter.get());
      // A call that was put off is announced again when it is due.
      set({ head, due: $list.get().due.filter((id) => head.due.includes(id)) });
      seen = idsOf(whole).ids;
      tag = page.tag;
    } catch {
      // No error message: the rows are still correct, and the next look is near.
      if (!signal.aborted) set({ offline: true });
    }
  };

  const stopLooking = (): void => {
    looking.abort();
    looking = new AbortController();
  };

  $filter.listen(() => {
    view.abort();
    view = new AbortController();
    set({ head: nothing, next: null });
    void load('first');
  });

  if (first) leads.merge(first);
  else onFailed();

  return {
    ...leads,
    $list,
    $rows,
    $fresh,
    load,
    look,

    /** Shows the new leads, and drops the rows that no longer match the filter. */
    show: (): void => {
      const { ids, head, status } = $list.get();
      // A page that is on its way belongs below the rows from before.
      if (status === 'more') set({ ids: [...new Set([...head.ids, ...ids])], due: head.due });
      // A first page may be empty although the list goes on.
      else if (head.ids.length === 0 && head.next !== null) void load('first');
      else set(head);
    },

    retry: (): void => void load($list.get().status === 'more failed' ? 'more' : 'first'),

    /** Applies the result of an action before the next look. */
    update(id: string, change: Partial<Lead>): void {
      stopLooking();
      leads.change(id, change);
    },

    /** For a lead below the first page, which looks don't read. */
    async refresh(id: string): Promise<void> {
      stopLooking();
      await askAgain(id, looking.signal).catch(() => undefined);
    },

    /** After an action that failed, what is shown may be wrong, and so may the counts. The next look is near. */
    askAgain(id: string): Promise<void> {
      tag = undefined;
      return this.refresh(id);
    },

    /** Removes a row at once. The returned function puts it back in its place, unless the view has changed. */
    take(id: string): () => void {
      const { signal } = view;
      const before = $list.get().ids;
      drop(id);
      const { ids, next } = $list.get();
      if (ids.length === 0 && next !== null) void load('first');
      return () => {
        if (!signal.aborted && before.includes(id))
          set({ ids: putBack($list.get().ids, id, before) });
      };
    },
  };
}

export type ListStore = ReturnType<typeof createListStore>;
