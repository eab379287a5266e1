import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { admin } from '../../copy/admin.ts';
import { browserWait, type Ask } from '../staff/ask.ts';
import { gated, type Admin } from '../staff/Gate.tsx';
import { narrow, useListener, useMedia } from '../staff/window.ts';
import { poll } from './poll.ts';
import { Alarms } from './alarm/Alarms.tsx';
import { useDialog } from './dialogs/Dialog.tsx';
import { KeysDialog } from './dialogs/KeysDialog.tsx';
import { filterOf } from './filters/filter.ts';
import { Toolbar } from './filters/Toolbar.tsx';
import { useFocusBack } from './focus.ts';
import { createInbox, InboxContext } from './inbox-store.ts';
import { LeadList } from './list/LeadList.tsx';
import { StatusLine } from './list/StatusLine.tsx';
import { createPages, type TaggedPage } from './list/pages.ts';
import { Tools } from './menu/Menu.tsx';
import { Panel } from './panel/Panel.tsx';
import { useKeys } from './shortcuts.ts';
import css from './inbox.module.css';

const first = (ask: Ask) => createPages(ask, browserWait).load(filterOf(location));

export default gated({ heading: admin.title, Page: InboxPage, first });

function InboxPage(props: Admin<TaggedPage>) {
  const [inbox] = useState(() => createInbox(props));
  const keys = useDialog(KeysDialog);
  const isOpen = useStore(inbox.$opened) !== undefined;
  // The panel covers the page, so the keyboard must not reach what is behind it.
  const isCovered = useMedia(narrow) && isOpen;
  useEffect(() => {
    for (const it of document.querySelectorAll('.skip-link, .site-header'))
      it.toggleAttribute('inert', isCovered);
  }, [isCovered]);
  const { alarm, list, isSaving } = inbox;
  useEffect(() => {
    void alarm.check();
    return poll(() => {
      void alarm.check();
      // An answer from before would undo on the screen what is on its way.
      return isSaving() ? Promise.resolve() : list.look();
    });
  }, [alarm, list, isSaving]);
  useListener('popstate', inbox.filter.followAddress);
  useListener('online', () => list.$list.get().status === 'first failed' && list.retry());
  // How many leads wait for an answer. In a hidden tab, it stands still: looks cost money, and the alerts tell
  // whoever is away.
  const count = useStore(list.$waiting);
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
      <Panel />
      {keys.dialog}
    </InboxContext>
  );
}
