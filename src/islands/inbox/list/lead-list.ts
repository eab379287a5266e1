import { atom, computed, type ReadableAtom } from 'nanostores';
import { wholeId } from '../../../shared/lead-filter.ts';
import type { Filter } from '../filters/filter.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { createLeads } from './leads.ts';
import type { Pages, TaggedPage } from './pages.ts';
import { emptyList, freshIn, inOrder, joined, type LeadListState } from './rows.ts';

interface ListDeps {
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
export function createLeadList({ pages, $filter, $openedId, onFailed }: ListDeps) {
  const leads = createLeads();
  const $list = atom<LeadListState>(emptyList);
  const $rows = computed([$list, leads.$leads], ({ ids }, known) =>
    ids.flatMap((id) => known.get(id) ?? []),
  );
  const $fresh = computed([$list, leads.$leads], freshIn);
  let loading = new AbortController();
  let tag: string | null = null;
  /** Rows that are known not to match the filter any more. */
  let left = new Set<string>();

  const set = (change: Partial<LeadListState>): void => {
    $list.set({ ...$list.get(), ...change });
  };

  const load = async (what: 'first' | 'more'): Promise<void> => {
    const { signal } = loading;
    set({ busy: what, failed: undefined });
    try {
      const asked = leads.now();
      const cursor = what === 'more' ? $list.get().next : null;
      const page = await pages.load($filter.get(), { cursor, signal });
      if (signal.aborted) return;
      const taken = leads.merge(page, asked);
      const ids = page.submissions.map(({ id }) => id);
      const before = what === 'more' ? $list.get().ids : [];
      set({
        ids: [...new Set([...before, ...ids])],
        next: page.next_cursor,
        loaded: true,
        busy: undefined,
        ...(what === 'first' && { head: { ids, next: page.next_cursor } }),
      });
      if (what === 'more') return;
      tag = taken.size === ids.length ? page.tag : null;
      left = new Set();
    } catch {
      // The filter has changed, so nobody needs this page.
      if (signal.aborted) return;
      set({ busy: undefined, failed: what });
      onFailed();
    }
  };

  /** Asks for a lead again. One that was erased leaves the rows and the panel. */
  const askAgain = async (id: string, signal?: AbortSignal): Promise<void> => {
    // An imported lead may have an id that no search finds.
    if (!wholeId.test(id)) return;
    const asked = leads.now();
    const lead = await pages.find(id, signal);
    if (lead) {
      leads.merge({ submissions: [lead] }, asked);
    } else {
      set({ ids: $list.get().ids.filter((it) => it !== id) });
      leads.forget(id);
    }
  };

  /** The shown leads that a new first page should have but hasn't, and the one in the panel. */
  const missingIn = ({ submissions, next_cursor }: TaggedPage): string[] => {
    const there = new Set(submissions.map(({ id }) => id));
    const last = next_cursor === null ? '' : (submissions.at(-1)?.created_at ?? '');
    left = new Set([...left].filter((id) => !there.has(id)));
    const missing = $rows.get().filter(({ id, created_at }) => created_at > last && !left.has(id));
    const opened = $openedId.get() ?? [];
    return [...new Set(missing.map(({ id }) => id).concat(opened))].filter((id) => !there.has(id));
  };

  const lookNow = async (): Promise<void> => {
    const { loaded, busy } = $list.get();
    if (!loaded || busy) return;
    const { signal } = loading;
    try {
      const asked = leads.now();
      const page = await pages.look($filter.get(), tag, signal);
      if (signal.aborted || $list.get().busy) return;
      if ($list.get().offline) set({ offline: false });
      if (!page) return;
      const taken = leads.merge(page, asked);
      const shown = new Set($list.get().ids);
      const ids = page.submissions.map(({ id }) => id);
      // This answer doesn't know yet what was archived here since.
      const head = ids.filter((id) => shown.has(id) || taken.has(id));
      set({ head: { ids: head, next: page.next_cursor } });
      for (const id of missingIn(page)) {
        await askAgain(id, signal);
        left.add(id);
      }
      tag = taken.size === ids.length ? page.tag : null;
    } catch {
      // No error message: the rows are still correct, and the next look is near.
      if (!signal.aborted) set({ offline: true });
    }
  };

  const { once } = oneAtATime();
  /** Asks whether anything changed. */
  const look = () => once('look', lookNow);

  $filter.listen(() => {
    loading.abort();
    loading = new AbortController();
    set({ loaded: false, head: emptyList.head, next: null });
    void load('first');
  });

  return {
    $list,
    $rows,
    $fresh,
    $leads: leads.$leads,
    $held: leads.$held,
    $waiting: leads.$waiting,
    find: leads.find,
    load,
    look,

    /** Shows the new leads, and drops the rows that no longer match the filter. */
    show(): void {
      const { unseen } = $list.get();
      set({
        ...joined($list.get(), leads.$leads.get()),
        unseen: new Set([...unseen, ...$fresh.get()]),
      });
    },

    retry: (): void => {
      const { failed } = $list.get();
      if (failed) void load(failed);
    },

    /** Applies the result of an action before the next look. */
    update: leads.change,

    /** After an action that failed, since what is shown may be wrong. */
    async askAgain(id: string): Promise<void> {
      tag = null;
      await askAgain(id).catch(() => {
        // The next look is near.
      });
    },

    /** Removes a row at once. The returned function puts it back in its place. */
    take(id: string): () => void {
      const view = $filter.get();
      const { ids, head } = $list.get();
      const others = (all: readonly string[]) => all.filter((it) => it !== id);
      set({ ids: others(ids), head: { ...head, ids: others(head.ids) } });
      return () => {
        const { loaded, ids: now } = $list.get();
        if (loaded && $filter.get() === view)
          set({ ids: inOrder([...others(now), id], leads.$leads.get()) });
        else void look();
      };
    },

    see(id: string): void {
      const { unseen } = $list.get();
      if (unseen.has(id)) set({ unseen: new Set([...unseen].filter((it) => it !== id)) });
    },
  };
}

export type LeadList = ReturnType<typeof createLeadList>;
