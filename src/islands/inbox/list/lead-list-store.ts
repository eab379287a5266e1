import { atom } from 'nanostores';
import type { SubmissionItem, SubmissionsPage } from '../../../shared/submission.ts';
import { addressOf, noFilter, type Filter } from '../filters/filter.ts';
import { interleave, newsOf } from './merge.ts';
import type { Pages } from './pages.ts';

export interface LeadListState {
  /** What the rows answer to; another than the wanted one while that is loading. */
  rows: readonly SubmissionItem[];
  /** Where the next page begins; null at the end of the list. */
  next: string | null;
  /** Whether `rows` are what the filter asks for; else those of the view before, or none. */
  loaded: boolean;
  busy: 'first' | 'more' | undefined;
  failed: 'first' | 'more' | undefined;
  /** New ones that wait until nobody is about to press a row. */
  fresh: readonly SubmissionItem[];
  /** Came while the page was open, and not yet looked at. */
  unseen: ReadonlySet<string>;
  /** The last look for new ones brought nothing. */
  offline: boolean;
}

interface ListDeps {
  pages: Pages;
  /** Whether rows may move: no pointer, focus or panel is on them. */
  isFree: () => boolean;
  now: () => number;
  /** A page could not be loaded, and all tries are used up. */
  onFailed: () => void;
}

const cacheLifetime = 5 * 60_000;

const empty: LeadListState = {
  rows: [],
  next: null,
  loaded: false,
  busy: undefined,
  failed: undefined,
  fresh: [],
  unseen: new Set(),
  offline: false,
};

/**
 * The rows of one filter at a time, page after page, kept current. A store of our own: a query
 * library's cache has one answer a key, and this list is many pages that grow, take in newer
 * rows on top and are corrected in place.
 */
export function createLeadList({ pages, isFree, now, onFailed }: ListDeps) {
  const $list = atom<LeadListState>(empty);
  /** How many leads are held as spam, whatever the filter; undefined until the server has said so. */
  const $held = atom<number | undefined>(undefined);
  const cache = new Map<string, { list: LeadListState; at: number }>();
  let filter: Filter = noFilter;
  let loading = new AbortController();
  let loadedAt = 0;
  /** Rows changed here since the last look at the server began. */
  let touched = new Set<string>();

  const set = (change: Partial<LeadListState>): void => {
    $list.set({ ...$list.get(), ...change });
  };

  /** Only first pages say it. */
  const count = ({ held }: SubmissionsPage): void => {
    if (held !== undefined) $held.set(held);
  };

  const load = async (what: 'first' | 'more'): Promise<void> => {
    const { signal } = loading;
    set({ busy: what, failed: undefined });
    try {
      const cursor = what === 'more' ? $list.get().next : null;
      const page = await pages.load(filter, { cursor, signal });
      if (signal.aborted) return;
      const before = what === 'more' ? $list.get().rows : [];
      const known = new Set(before.map(({ id }) => id));
      const added = page.submissions.filter(({ id }) => !known.has(id));
      if (what === 'first') loadedAt = now();
      count(page);
      set({
        rows: [...before, ...added],
        next: page.next_cursor,
        loaded: true,
        busy: undefined,
        ...(what === 'first' && { fresh: [] }),
      });
    } catch {
      // Another view is wanted by now, or the person was told.
      if (signal.aborted) return;
      set({ busy: undefined, failed: what });
      onFailed();
    }
  };

  /** Shows what waited, and takes away what the filter no longer covers. */
  const settle = (gone: ReadonlySet<string> = new Set()): void => {
    const { rows, fresh, unseen } = $list.get();
    if (fresh.length === 0 && gone.size === 0) return;
    const stay = rows.filter(({ id }) => !gone.has(id));
    set({
      rows: interleave(fresh, stay),
      fresh: [],
      unseen: new Set([...unseen, ...fresh.map(({ id }) => id)]),
    });
  };

  const refresh = async (): Promise<void> => {
    const { loaded, busy } = $list.get();
    if (!loaded || busy) return;
    const { signal } = loading;
    touched = new Set();
    try {
      const known = new Set($list.get().rows.map(({ id }) => id));
      const latest = await pages.latest(filter, known, signal);
      if (signal.aborted || $list.get().busy) return;
      loadedAt = now();
      count(latest);
      const { rows, next, unseen } = $list.get();
      const whole = latest.next_cursor === null;
      if (!whole && !latest.submissions.some(({ id }) => known.has(id))) {
        // Too much has come to be joined with what is shown, or nothing was shown.
        const news = latest.submissions.map(({ id }) => id);
        const now = { rows: latest.submissions, next: latest.next_cursor, fresh: [] };
        if (rows.length === 0 || isFree()) set({ ...now, unseen: new Set([...unseen, ...news]) });
        return;
      }
      const news = newsOf(
        { rows, more: next !== null },
        { submissions: latest.submissions, whole },
        touched,
      );
      set({ rows: news.rows, fresh: news.fresh, offline: false, ...(whole && { next: null }) });
      if (isFree()) settle(news.gone);
    } catch {
      // Not told as an error: what is shown is still right, and the next look is near.
      if (!signal.aborted) set({ offline: true });
    }
  };

  return {
    $list,
    $held,
    load,
    refresh,
    settle: () => {
      settle();
    },

    /** Another view. One that was left within five minutes is there at once, and then corrected. */
    show(wanted: Filter): void {
      const left = $list.get();
      if (left.loaded) cache.set(addressOf(filter), { list: left, at: loadedAt });
      loading.abort();
      loading = new AbortController();
      filter = wanted;
      const kept = cache.get(addressOf(wanted));
      if (kept && now() - kept.at < cacheLifetime) {
        loadedAt = kept.at;
        $list.set({ ...kept.list, busy: undefined, failed: undefined });
        void refresh();
      } else {
        set({ loaded: false, fresh: [], next: null });
        void load('first');
      }
    },

    retry(): void {
      const { failed } = $list.get();
      if (failed) void load(failed);
    },

    /** What came of a resend, and what else is known better here than in the list. */
    update(id: string, change: Partial<SubmissionItem>): void {
      touched.add(id);
      // The views before may have it as it was, or be the wrong ones for it by now.
      cache.clear();
      const { rows } = $list.get();
      const before = rows.find((row) => row.id === id)?.delivery.state;
      const isReleased = before === 'held' && (change.delivery?.state ?? before) !== before;
      if (isReleased) $held.set(Math.max(0, ($held.get() ?? 0) - 1));
      set({ rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) });
    },

    see(id: string): void {
      const { unseen } = $list.get();
      if (unseen.has(id)) set({ unseen: new Set([...unseen].filter((it) => it !== id)) });
    },
  };
}

export type ListStore = ReturnType<typeof createLeadList>;
