import { atom } from 'nanostores';
import { createContext, useContext } from 'react';
import { saveInBrowser } from '../../browser/save-file.ts';
import { session, sessionKeys } from '../../browser/session.ts';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { Admin } from '../staff/Gate.tsx';
import { browserWait } from '../staff/ask.ts';
import { createActions } from './actions/actions.ts';
import { createAlarms } from './alarm/alarm-store.ts';
import { createBulk } from './bulk.ts';
import { createExport } from './export.ts';
import { createFilterStore, noFilter, type Filter } from './filters/filter.ts';
import { followFocus } from './focus.ts';
import { createListStore } from './list/list-store.ts';
import { createPages, isOf, type TaggedPage } from './list/pages.ts';
import { now } from '../staff/clock.ts';
import { createSelection } from './selection.ts';

/** The inbox's stores, wired to each other and to the browser. */
export function createInbox({ account, ask, first, redirect }: Admin<TaggedPage>) {
  const pages = createPages(ask, browserWait);
  const filter = createFilterStore();
  const $openedId = atom<string | undefined>();
  const onFailed = () => showToast({ title: admin.list.failed, destructive: true });
  const list = createListStore({ first, pages, $filter: filter.$filter, $openedId, onFailed });
  const selection = createSelection(list, $openedId);
  const actions = createActions({
    ask,
    toast: showToast,
    list,
    // The lead may belong to the view that is open by now.
    take: (id) =>
      isOf(filter.$filter.get(), list.find(id) ?? {}) ? () => undefined : selection.take(id),
    $openedId,
    open: selection.open,
    now,
    who: account.email,
  });
  const { resend } = actions.resending;
  const bulk = createBulk({ pages, resend, onDone: () => void list.look() });
  filter.$filter.listen(bulk.forget);

  // A link to one lead, as in a chat's notice, opens it. A reload opens the one that was open.
  const [only, another] = list.$rows.get();
  const linked = another ? undefined : only?.id;
  const wanted = linked === filter.$filter.get().q ? linked : session.read(sessionKeys.opened);
  const lead = list.find(wanted ?? '');
  if (lead) selection.open(lead);
  $openedId.subscribe((id) => session.write(sessionKeys.opened, id ?? ''));

  /**
   * If the view is shown already, it is read again, since some of its rows may no longer match. A change under way is
   * waited for: until the server has stored it, an answered lead would stay in the list of those that wait.
   */
  const show = (view: Filter): void => {
    if (!filter.choose(view)) void actions.saved().then(list.look).then(list.show);
  };

  return {
    account,
    ask,
    redirect,
    filter,
    pages,
    list,
    ...selection,
    ...actions,
    bulk,
    alarm: createAlarms({ ...list, ask, now: () => performance.now() }),
    csv: createExport({
      ask,
      toast: showToast,
      wait: browserWait,
      now,
      save: saveInBrowser,
    }),

    show,

    /** Shows the first of these views that has leads. */
    async showFirst(views: readonly Filter[]): Promise<void> {
      const before = filter.$filter.get();
      let shown: Filter | undefined;
      for (const view of views) if (!shown && (await pages.hasAny(view))) shown = view;
      // Somebody may have chosen another view meanwhile.
      if (filter.$filter.get() === before) show(shown ?? views[0] ?? noFilter);
    },

    async more(focusFirst: boolean): Promise<void> {
      const before = list.$rows.get().length;
      const isStill = followFocus();
      await list.load('more');
      const first = list.$rows.get()[before];
      if (first && focusFirst && isStill()) selection.focus(first.id);
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
