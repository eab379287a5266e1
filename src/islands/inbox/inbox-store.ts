import { atom } from 'nanostores';
import { createContext, useContext } from 'react';
import { saveInBrowser } from '../../browser/save-file.ts';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { StaffPageProps } from '../staff/Gate.tsx';
import { browserWait } from '../staff/ask.ts';
import { createAnswering } from './actions/answering.ts';
import { createArchiving } from './actions/archiving.ts';
import { createReports } from './actions/reports.ts';
import { createResending } from './actions/resending.ts';
import { createAlarms } from './alarm/alarm-store.ts';
import { createBulk } from './bulk/bulk.ts';
import { createExport } from './export.ts';
import { createFilterStore, pageAddress } from './filters/filter-store.ts';
import { followFocus } from './focus.ts';
import { createLeadList } from './list/lead-list.ts';
import { createPages } from './list/pages.ts';
import { createSelection } from './selection.ts';

/** The inbox's stores, wired to each other and to the browser. */
export function createInbox({ account, ask, redirect }: StaffPageProps) {
  const pages = createPages(ask, browserWait);
  const filter = createFilterStore(pageAddress);
  const $openedId = atom<string | undefined>(undefined);
  const onFailed = () => {
    showToast({ title: admin.list.failed, destructive: true });
  };
  const list = createLeadList({ pages, $filter: filter.$filter, $openedId, onFailed });
  const selection = createSelection(list, $openedId);

  const { report, reportAlone, undo } = createReports(showToast);
  const resending = createResending({ ask, toast: report, list });
  const bulk = createBulk({ pages, resend: resending.resend, onDone: () => void list.look() });
  filter.$filter.listen(bulk.forget);
  const answering = createAnswering({
    ask,
    toast: report,
    list,
    now: () => new Date(),
    who: account.email,
  });
  const archiving = createArchiving({ ask, toast: report, list, take: selection.take });
  const csv = createExport({
    ask,
    toast: showToast,
    wait: browserWait,
    now: () => new Date(),
    save: saveInBrowser,
  });

  return {
    account,
    ask,
    filter,
    pages,
    list,
    alarm: createAlarms({
      ask,
      now: () => Date.now(),
      choose: (to) => {
        filter.choose(to);
      },
      $waiting: list.$waiting,
    }),
    ...selection,
    answering,
    archiving,
    resending,
    bulk,
    csv,
    reportAlone,
    undo,

    /** Shows the new leads and focuses the first of them. */
    showFresh(): void {
      const [first] = list.$fresh.get();
      list.show();
      if (first !== undefined) selection.focus(first);
    },

    async more(focusFirst: boolean): Promise<void> {
      const before = list.$rows.get().length;
      const isStill = followFocus();
      await list.load('more');
      const first = list.$rows.get()[before];
      if (first && focusFirst && isStill()) selection.focus(first.id);
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
