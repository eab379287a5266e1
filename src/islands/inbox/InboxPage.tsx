import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { Admin } from '../staff/access.ts';
import { Button } from '../staff/Button.tsx';
import { poll } from '../staff/polling.ts';
import { Alarms } from './alarm/Alarms.tsx';
import { Toolbar } from './filters/Toolbar.tsx';
import { useFocusBack } from './focus.ts';
import { createInbox, InboxContext, useInbox, type Inbox } from './inbox-store.ts';
import { DialogButton, dialogs, useDialog } from './late.tsx';
import { LeadList } from './list/LeadList.tsx';
import type { TaggedPage } from './list/pages.ts';
import { narrow, useMedia } from './media.ts';
import { Menu } from './menu/Menu.tsx';
import { useBackToClose } from './panel/back-closes.ts';
import { Panel } from './panel/Panel.tsx';
import { useKeys } from './shortcuts.ts';
import css from './inbox.module.css';

export function InboxPage(props: Admin<TaggedPage>) {
  const [inbox] = useState(() => createInbox(props));

  useUpdates(inbox);
  useCountInTitle(inbox);

  return (
    <InboxContext value={inbox}>
      <Desk />
    </InboxContext>
  );
}

/** Keeps the list current and follows the address while the page is open. */
function useUpdates({ alarm, filter, list }: Inbox): void {
  useEffect(() => {
    void alarm.check();
    const stopPolling = poll(() => {
      void alarm.check();
      return list.look();
    });
    addEventListener('popstate', filter.followAddress);
    return () => {
      removeEventListener('popstate', filter.followAddress);
      stopPolling();
    };
  }, [alarm, filter, list]);
}

/**
 * How many leads wait for an answer. In a hidden tab, it stands still: looks cost money, and the alerts
 * tell whoever is away.
 */
function useCountInTitle({ list }: Inbox): void {
  const count = useStore(list.$waiting);
  useEffect(() => {
    const { title } = document;
    if (count) document.title = `(${count}) ${title}`;
    return () => {
      document.title = title;
    };
  }, [count]);
}

function Desk() {
  const inbox = useInbox();
  const keys = useDialog(dialogs.keys);
  const isOpen = useStore(inbox.$opened) !== undefined;
  // The panel covers the page, so the keyboard must not reach what is behind it.
  const isCovered = useMedia(narrow) && isOpen;
  useEffect(() => {
    for (const it of document.querySelectorAll('.skip-link, .site-header'))
      it.toggleAttribute('inert', isCovered);
  }, [isCovered]);
  useKeys(inbox, keys.open);
  useFocusBack();
  useBackToClose(inbox);

  return (
    <>
      <div className={css.inbox} inert={isCovered}>
        <Alarms />
        <header className={`staff-head ${css.head}`}>
          <h1>{admin.heading}</h1>
          <Account openKeys={keys.open} />
        </header>
        <section aria-labelledby="submissions" className={css.section}>
          <Toolbar />
          <LeadList />
        </section>
      </div>
      <Panel />
      {keys.dialog}
    </>
  );
}

/** Shows who is signed in, and the tools that aren't about one lead or one view. */
function Account({ openKeys }: { openKeys: () => void }) {
  const { account, redirect } = useInbox();
  const logout = (): void => {
    redirect('logout').catch(() => {
      showToast({ title: admin.access.notLoggedOut, destructive: true });
    });
  };
  return (
    <Menu label={admin.menus.account}>
      <div className={css.account}>
        <span className="small quiet">{account.email}</span>
        <a href="/admin/report">{admin.reportLink}</a>
        <a href="/admin/audit">{admin.auditLink}</a>
        <DialogButton label={admin.trial.open} load={dialogs.trial} />
        <DialogButton label={admin.ads} load={dialogs.ads} />
        <DialogButton label={admin.erase} load={dialogs.erase} />
        <Button className={`tool ${css.keys}`} aria-haspopup="dialog" onPress={openKeys}>
          {admin.keys}
        </Button>
        <Button onPress={logout}>{admin.access.logout}</Button>
      </div>
    </Menu>
  );
}
