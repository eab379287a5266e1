import { useStore } from '@nanostores/react';
import { useEffect, useState, type ReactNode } from 'react';
import { admin } from '../../copy/admin.ts';
import { AlarmStrips } from './alarm/AlarmStrips.tsx';
import type { Ask } from '../staff/ask.ts';
import { createInbox, InboxContext, useInbox, type Inbox } from './inbox-store.ts';
import { browserTab, poll } from '../staff/polling.ts';
import type { StaffPageProps } from '../staff/Gate.tsx';
import { LatePanel, useDialog } from './later.tsx';
import { LeadList } from './list/LeadList.tsx';
import { Account } from './menu/Account.tsx';
import { useNarrow } from './narrow.ts';
import { Toolbar } from './filters/Toolbar.tsx';
import { countInTitle } from './waiting/waiting-time.ts';
import { useKeys } from './keyboard/shortcuts.ts';
import css from './inbox.module.css';

export function InboxPage(props: StaffPageProps) {
  const [inbox] = useState(() => createInbox(props));

  useUpdates(inbox);

  return (
    <InboxContext value={inbox}>
      <Desk ask={props.ask} />
    </InboxContext>
  );
}

/** Loads the list, keeps it current and follows the address while the page is open. */
function useUpdates({ alarm, incidents, filter, list }: Inbox): void {
  useEffect(() => {
    void list.load('first');
    void alarm.check();
    void incidents.check();
    const stopPolling = poll(() => {
      void alarm.check();
      void incidents.check();
      return list.refresh();
    }, browserTab);
    const stopCounting = countInTitle(list.$waiting, document);
    addEventListener('popstate', filter.followAddress);
    return () => {
      removeEventListener('popstate', filter.followAddress);
      stopPolling();
      stopCounting();
    };
  }, [alarm, incidents, filter, list]);
}

const loadKeys = async () => (await import('./keyboard/KeysDialog.tsx')).KeysDialog;

function Desk({ ask }: { ask: Ask }) {
  const inbox = useInbox();
  const keys = useDialog(ask, loadKeys);
  useKeys(inbox, keys.open);

  return (
    <>
      <Behind>
        <header className={css.head}>
          <h1>{admin.heading}</h1>
          <Account ask={ask} openKeys={keys.open} />
        </header>
        <section aria-labelledby="submissions" className={css.section}>
          <Toolbar />
          <AlarmStrips />
          <LeadList ask={ask} />
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
  const covered = useNarrow() && opened !== undefined;
  return (
    <div className={css.inbox} inert={covered}>
      {children}
    </div>
  );
}
