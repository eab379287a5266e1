import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { admin } from '../../copy/admin.ts';
import type { QueryClient } from '@tanstack/query-core';
import type { Ask } from '../staff/ask.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import { narrow, useListener, useMedia } from '../staff/window.ts';
import { Alarms } from './alarm/Alarms.tsx';
import { useDialog } from './dialogs/use-dialog.tsx';
import { filterOf } from './filters/filter.ts';
import { Toolbar } from './filters/Toolbar.tsx';
import { useFocusBack } from './focus.ts';
import { createInbox, InboxContext } from './inbox-store.ts';
import { LeadList } from './list/LeadList.tsx';
import { StatusLine } from './list/StatusLine.tsx';
import { createLeads } from './leads.ts';
import { firstView } from './list/list.ts';
import { Tools } from './Tools.tsx';
import { Panel } from './panel/Panel.tsx';
import { useKeys } from './shortcuts.ts';
import css from './inbox.module.css';

const first = (ask: Ask, client: QueryClient) =>
  firstView(client, createLeads(client, ask), filterOf(location));

export default gated({ heading: admin.title, Page: InboxPage, first });

function InboxPage(props: Admin<unknown>) {
  const [inbox] = useState(() => createInbox(props));
  const keys = useDialog('KeysDialog');
  const isOpen = useStore(inbox.$opened) !== undefined;
  // The panel covers the page, so the keyboard must not reach the elements behind it.
  const isCovered = useMedia(narrow) && isOpen;
  useEffect(() => {
    for (const element of document.querySelectorAll('.skip-link, .site-header'))
      element.toggleAttribute('inert', isCovered);
  }, [isCovered]);
  useListener('popstate', inbox.filter.followAddress);
  // The number of waiting people. It isn't updated in a hidden tab: requests cost money, and alerts reach
  // admins who are away.
  const counts = useStore(inbox.leads.$counts);
  const count = counts && counts.waiting + counts.due;
  useEffect(() => {
    const { title } = document;
    if (count) document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [count]);
  useKeys(inbox, keys.open);
  useFocusBack();

  return (
    <InboxContext value={inbox}>
      <div className={css.inbox} inert={isCovered}>
        <header className={`staff-head ${css.head}`}>
          <h1>{admin.title}</h1>
          <Alarms />
          <Tools openKeys={keys.open} />
        </header>
        <section aria-labelledby="submissions" className={css.section}>
          <StatusLine />
          <Toolbar />
          <LeadList />
        </section>
      </div>
      <p className={`small quiet ${css.strip}`}>
        {inbox.account.email}
        <span className={css.hint}>{admin.keysHint}</span>
      </p>
      <Panel />
      {keys.dialog}
    </InboxContext>
  );
}
