import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { showToast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import type { StaffPageProps } from '../staff/Gate.tsx';
import { browserTab, poll } from '../staff/polling.ts';
import { Alarms } from './alarm/Alarms.tsx';
import { dialogs } from './dialogs.ts';
import { Toolbar } from './filters/Toolbar.tsx';
import { useFocusBack } from './focus.ts';
import { createInbox, InboxContext, useInbox, type Inbox } from './inbox-store.ts';
import { useKeys } from './keyboard/shortcuts.ts';
import { DialogButton, LatePanel, useDialog } from './late.tsx';
import { LeadList } from './list/LeadList.tsx';
import { countInTitle } from './list/waiting-time.ts';
import { narrow, useMedia } from './media.ts';
import { Menu } from './menu/Menu.tsx';
import { useBackToClose } from './panel/back-closes.ts';
import css from './inbox.module.css';

export function InboxPage(props: StaffPageProps) {
  const [inbox] = useState(() => createInbox(props));

  useUpdates(inbox);

  return (
    <InboxContext value={inbox}>
      <Desk />
    </InboxContext>
  );
}

/** Loads the list, keeps it current and follows the address while the page is open. */
function useUpdates({ alarm, filter, list }: Inbox): void {
  useEffect(() => {
    void list.load('first');
    void alarm.check();
    const stopPolling = poll(() => {
      void alarm.check();
      return list.look();
    }, browserTab);
    const stopCounting = countInTitle(list.$waiting, document);
    addEventListener('popstate', filter.followAddress);
    return () => {
      removeEventListener('popstate', filter.followAddress);
      stopPolling();
      stopCounting();
    };
  }, [alarm, filter, list]);
}

function Desk() {
  const inbox = useInbox();
  const keys = useDialog(dialogs.keys);
  useKeys(inbox, keys.open);
  useFocusBack();
  useBackToClose(inbox);

  return (
    <>
      <Behind>
        <Alarms />
        <header className={css.head}>
          <h1>{admin.heading}</h1>
          <Account openKeys={keys.open} />
        </header>
        <section aria-labelledby="submissions" className={css.section}>
          <Toolbar />
          <LeadList />
        </section>
      </Behind>
      <LatePanel />
      {keys.dialog}
    </>
  );
}

/** Keeps the keyboard out of what the panel covers. */
function Behind({ children }: { children: ReactNode }) {
  const opened = useStore(useInbox().$opened);
  const covered = useMedia(narrow) && opened !== undefined;
  return (
    <div className={css.inbox} inert={covered}>
      {children}
    </div>
  );
}

/** Shows who is signed in, and the tools that aren't about one lead or one view. */
function Account({ openKeys }: { openKeys: () => void }) {
  const inbox = useInbox();
  return (
    <Menu label={admin.menus.account}>
      <div className={css.account}>
        <span className="small quiet">{inbox.account.email}</span>
        <a href="/admin/report">{admin.reportLink}</a>
        <a href="/admin/audit">{admin.auditLink}</a>
        <DialogButton label={admin.trial.open} load={dialogs.trial} />
        <DialogButton label={admin.erase} load={dialogs.erase} />
        <button
          type="button"
          className={`tool ${css.keys}`}
          onClick={openKeys}
          aria-haspopup="dialog"
        >
          {admin.keys}
        </button>
        <button
          type="button"
          className="tool"
          onClick={() => {
            inbox.logout().catch(() => {
              showToast({ title: admin.access.notLoggedOut, destructive: true });
            });
          }}
        >
          {admin.access.logout}
        </button>
      </div>
    </Menu>
  );
}
