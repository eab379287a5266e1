import { atom } from 'nanostores';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import type { StaffPageProps } from '../staff/open-page.tsx';
import { createAlarm, undelivered, type Cause } from './alarm/alarm-store.ts';
import { browserWait } from '../staff/backoff.ts';
import { createBulk } from './resend/bulk.ts';
import { createExport, saveInBrowser } from './export/export.ts';
import { addressOf, filterOf, heldOnly, type Filter } from './filters/filter.ts';
import { createRowLock } from './list/row-lock.ts';
import { createLeadList } from './list/lead-list-store.ts';
import { createPages } from './list/pages.ts';
import { createResending } from './resend/resend.ts';

/** The inbox's stores, wired to each other and to the browser. */
export function createInbox({ account, ask, redirect }: StaffPageProps) {
  const hands = createRowLock(() => performance.now());
  const pages = createPages(ask, browserWait);
  const list = createLeadList({
    pages,
    isFree: hands.isFree,
    now: () => Date.now(),
    onFailed: () => {
      showToast({ title: admin.list.failed, destructive: true });
    },
  });
  const alarm = createAlarm({
    fetch: (...request) => fetch(...request),
    now: () => Date.now(),
    // Under a hand the rows are kept still by scrolling, where there is as much to scroll.
    mayMove: (comes) =>
      hands.isFree() ||
      (comes ? document.documentElement.scrollHeight > innerHeight : scrollY > innerHeight / 2),
  });
  const $filter = atom<Filter>(filterOf(location.search));
  const $opened = atom<SubmissionItem | undefined>(undefined);
  /** The row that keys act on. */
  const $active = atom<string | undefined>(undefined);
  /** A row that is to take the focus, as soon as it is in the document. */
  const $focus = atom<{ id: string } | undefined>(undefined);

  const update = (id: string, change: Partial<SubmissionItem>): void => {
    list.update(id, change);
    const opened = $opened.get();
    if (opened?.id === id) $opened.set({ ...opened, ...change });
  };
  // The panel follows what the list learns.
  list.$list.listen(({ rows }) => {
    const opened = $opened.get();
    const current = opened && rows.find(({ id }) => id === opened.id);
    if (current && current !== opened) $opened.set(current);
  });

  const resending = createResending({ ask, toast: showToast, update });

  const focus = (id: string): void => {
    $active.set(id);
    $focus.set({ id });
  };

  return {
    account,
    hands,
    list,
    alarm,
    resending,
    bulk: createBulk({ ask, pages, update, onDone: () => void list.refresh() }),
    csv: createExport({
      ask,
      toast: showToast,
      wait: browserWait,
      now: () => new Date(),
      save: saveInBrowser,
    }),
    $filter,
    $opened,
    $active,
    $focus,
    focus,

    /** A word being typed is one view; a choice is one to come back to. */
    look(filter: Filter, kind: 'typed' | 'chosen'): void {
      if (addressOf(filter) === addressOf($filter.get())) return;
      $filter.set(filter);
      if (kind === 'typed') history.replaceState(null, '', addressOf(filter));
      else history.pushState(null, '', addressOf(filter));
      list.show(filter);
    },

    async showWaiting(cause: Cause): Promise<void> {
      this.look(cause === 'held' ? heldOnly : await undelivered(pages), 'chosen');
    },

    /** The address has changed by the browser's own buttons. */
    followAddress(): void {
      const filter = filterOf(location.search);
      if (addressOf(filter) === addressOf($filter.get())) return;
      $filter.set(filter);
      list.show(filter);
    },

    open(item: SubmissionItem): void {
      $active.set(item.id);
      list.see(item.id);
      hands.put('panel', true);
      $opened.set(item);
    },

    close(): void {
      const opened = $opened.get();
      if (!opened) return;
      hands.put('panel', false);
      $opened.set(undefined);
      focus(opened.id);
    },

    active: (): SubmissionItem | undefined =>
      list.$list.get().rows.find(({ id }) => id === $active.get()),

    /** To another row; with a panel open, to that row's panel. */
    move(where: 'next' | 'previous' | 'first' | 'last'): void {
      const { rows } = list.$list.get();
      const at = rows.findIndex(({ id }) => id === $active.get());
      const to = {
        next: Math.min(at + 1, rows.length - 1),
        previous: Math.max(at - 1, 0),
        first: 0,
        last: rows.length - 1,
      }[where];
      const row = rows[to];
      if (!row) return;
      if ($opened.get()) this.open(row);
      else focus(row.id);
    },

    /** New ones go on top, and the first of them is where the eye should be. */
    showFresh(): void {
      const [first] = list.$list.get().fresh;
      list.settle();
      if (first) focus(first.id);
    },

    async more(focusFirst: boolean): Promise<void> {
      const before = list.$list.get().rows.length;
      await list.load('more');
      const first = list.$list.get().rows[before];
      if (first && focusFirst) focus(first.id);
    },

    logout: async (): Promise<void> => {
      await redirect('logout');
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
