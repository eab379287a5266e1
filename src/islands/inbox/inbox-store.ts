import { atom } from 'nanostores';
import { createContext, useContext } from 'react';
import { saveInBrowser } from '../../browser/save-file.ts';
import { session, sessionKeys } from '../../browser/session.ts';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { Admin } from '../staff/Gate.tsx';
import { createActions } from './actions/actions.ts';
import { createAlarms } from './alarm/alarm-store.ts';
import { createBulk } from './bulk.ts';
import { createExport } from './export.ts';
import { createFilterStore, matchesArchive, noFilter, type Filter } from './filters/filter.ts';
import { followFocus } from './focus.ts';
import { createLeads } from './leads.ts';
import { createList } from './list/list.ts';
import { now } from '../staff/clock.ts';
import { $isAtTab } from '../staff/presence.ts';
import { createSelection } from './selection.ts';

export function createInbox({ account, ask, client, redirect }: Admin<unknown>) {
  const leads = createLeads(client, ask);
  const filter = createFilterStore();
  const $openedId = atom<string | undefined>();
  const onFailed = () => showToast({ title: admin.list.failed, destructive: true });
  const { $filter } = filter;
  const list = createList({ client, leads, $filter, $isAtTab, $openedId, onFailed });
  const selection = createSelection(list, leads, $openedId);
  const actions = createActions({
    client,
    ask,
    toast: showToast,
    leads,
    // Another view may be open now, and the lead may belong to it.
    take: (id) =>
      matchesArchive(filter.$filter.get(), leads.find(id)) ? () => undefined : selection.take(id),
    $openedId,
    open: selection.open,
    now,
    who: account.email,
  });
  const { resend } = actions.resending;
  const bulk = createBulk({ client, leads, resend, onDone: () => void list.poll() });
  filter.$filter.listen(bulk.forget);

  const [only, another] = list.$rows.get();
  const linked = another ? undefined : only?.id;
  const wanted = linked === filter.$filter.get().q ? linked : session.read(sessionKeys.opened);
  const lead = leads.find(wanted ?? '');
  if (lead) selection.open(lead);
  $openedId.subscribe((id) => session.write(sessionKeys.opened, id ?? ''));

  /** If the view is already shown, reads it again, because some rows may no longer match. */
  const show = (view: Filter): void => {
    if (!filter.choose(view)) void list.open();
  };

  /** Whether a view has leads. True if the request fails. */
  const hasAny = (view: Filter): Promise<boolean> =>
    client
      .query({
        queryKey: ['any', view],
        queryFn: ({ signal }) => leads.read(view, { limit: 1, signal }),
        retry: false,
      })
      // A page may be empty although more pages follow.
      .then((page) => !page || page.submissions.length > 0 || page.next_cursor !== null)
      .catch(() => true);

  return {
    account,
    ask,
    client,
    redirect,
    filter,
    leads,
    list,
    ...selection,
    ...actions,
    bulk,
    $alarms: createAlarms({ client, ask, $counts: leads.$counts }),
    csv: createExport({ client, ask, toast: showToast, now, save: saveInBrowser }),

    show,
    hasAny,

    async showFirst(views: readonly Filter[]): Promise<void> {
      const before = filter.$filter.get();
      let shown: Filter | undefined;
      for (const view of views) if (!shown && (await hasAny(view))) shown = view;
      // The admin may have chosen another view while this was loading.
      if (filter.$filter.get() === before) show(shown ?? views[0] ?? noFilter);
    },

    async more(focusFirst: boolean): Promise<void> {
      const before = list.$rows.get().length;
      const isStill = followFocus();
      await list.loadMore();
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
