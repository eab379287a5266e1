import { atom, computed } from 'nanostores';
import { createContext, useContext } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { SubmissionItem } from '../../shared/submission.ts';
import type { StaffPageProps } from '../staff/Gate.tsx';
import { browserWait } from '../staff/ask.ts';
import { createAlarms } from './alarm/alarm-store.ts';
import { createLateExport } from './export/late-export.ts';
import { focusList, followFocus, isTyping } from './focus.ts';
import { createFilterStore, pageAddress } from './filters/filter.ts';
import { createLeadList } from './list/lead-list-store.ts';
import { idsOf } from './list/list-state.ts';
import { createPages } from './list/pages.ts';
import { createRowLock } from './list/row-lock.ts';
import { createBulk } from './resend/bulk.ts';
import { createResending } from './resend/resend.ts';
import { createReports } from './undo.ts';
import { createAnswering, createArchiving } from './waiting/answering.ts';

/** The inbox's stores, wired to each other and to the browser. */
export function createInbox({ account, ask, redirect }: StaffPageProps) {
  const rowLock = createRowLock(() => performance.now());
  const pages = createPages(ask, browserWait);
  const filter = createFilterStore(pageAddress);
  const list = createLeadList({
    pages,
    $filter: filter.$filter,
    isFree: rowLock.isFree,
    now: () => Date.now(),
    onFailed: () => {
      showToast({ title: admin.list.failed, destructive: true });
    },
    openedId: () => $openedId.get(),
    onErased: () => {
      const id = $openedId.get();
      if (id === undefined || list.find(id)) return;
      closePanel();
      showToast({ title: admin.erasedMeanwhile });
      focusList();
    },
  });
  const $openedId = atom<string | undefined>(undefined);
  /** The lead in the panel. It stays there when its row leaves the list. */
  const $opened = computed([$openedId, list.$list], (id) =>
    id === undefined ? undefined : list.find(id),
  );
  /** The row that keys act on. */
  const $active = atom<string | undefined>(undefined);
  /** The row to focus as soon as it is in the document. */
  const $focus = atom<{ id: string } | undefined>(undefined);

  // If others remove that row, the next key goes on from its place, not from the top.
  list.$list.listen(({ rows }, before) => {
    const id = $active.get() ?? '';
    const stay = idsOf(rows);
    if (!before?.gone.has(id) || stay.has(id)) return;
    const at = before.rows.findIndex((row) => row.id === id);
    const above = before.rows.slice(0, at);
    $active.set(above.findLast((row) => stay.has(row.id))?.id);
  });

  const { report, reportAlone, undo } = createReports(showToast);
  const resending = createResending({ ask, toast: report, update: list.update });

  const bulk = createBulk({
    pages,
    resend: resending.resend,
    onDone: () => void list.refresh(),
  });
  filter.$filter.listen(bulk.forget);

  const focus = (id: string): void => {
    $active.set(id);
    if (!isTyping()) $focus.set({ id });
  };

  const open = ({ id }: SubmissionItem): void => {
    $active.set(id);
    list.see(id);
    rowLock.put('panel', true);
    $openedId.set(id);
  };

  /** An admin at this row goes on with the next one. */
  const take = (id: string): (() => void) => {
    const { rows } = list.$list.get();
    const at = rows.findIndex((row) => row.id === id);
    const next = rows[at + 1] ?? rows[at - 1];
    const wasHere = $active.get() === id;
    if ($openedId.get() === id) closePanel();
    const putBack = list.take(id);
    if (wasHere && next) focus(next.id);
    else if (wasHere) focusList();
    return () => {
      putBack();
      if ($openedId.get() === undefined) focus(id);
    };
  };

  const closePanel = (): void => {
    rowLock.put('panel', false);
    $openedId.set(undefined);
  };

  return {
    account,
    ask,
    reportAlone,
    rowLock,
    filter,
    list,
    alarm: createAlarms({
      ask,
      now: () => Date.now(),
      choose: (to) => {
        filter.choose(to);
      },
      $waiting: list.$waiting,
    }),
    resending,
    answering: createAnswering({
      ask,
      toast: report,
      update: list.update,
      now: () => new Date(),
      who: account.email,
    }),
    archiving: createArchiving({ ask, toast: report, update: list.update, take }),
    bulk,
    csv: createLateExport(ask),
    $opened,
    $active,
    $focus,
    open,

    close(): void {
      const id = $openedId.get();
      if (id === undefined) return;
      closePanel();
      focus(id);
    },

    undo,

    active: (): SubmissionItem | undefined =>
      list.$list.get().rows.find(({ id }) => id === $active.get()),

    /** Focuses another row, or shows it in the panel if that is open. */
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
      if ($openedId.get() !== undefined) open(row);
      else focus(row.id);
    },

    /** Shows the new leads and focuses the first of them. */
    showFresh(): void {
      const [first] = list.$list.get().fresh;
      list.settle();
      if (first) focus(first.id);
    },

    async more(focusFirst: boolean): Promise<void> {
      const before = list.$list.get().rows.length;
      const isStill = followFocus();
      await list.load('more');
      const first = list.$list.get().rows[before];
      if (first && focusFirst && isStill()) focus(first.id);
    },

    logout: async (): Promise<void> => {
      await redirect('logout');
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;

export const InboxContext = createContext<Inbox | undefined>(undefined);

export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error('useInbox was called outside of InboxContext');
  return inbox;
}
