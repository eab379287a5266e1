import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { Button } from '../../staff/Button.tsx';
import { narrow, useMedia } from '../../staff/window.ts';
import { isAtWork } from '../bulk.ts';
import { AdsDialog } from '../dialogs/AdsDialog.tsx';
import { useDialog } from '../dialogs/Dialog.tsx';
import { EraseDialog } from '../dialogs/EraseDialog.tsx';
import { TestDialog } from '../dialogs/TestDialog.tsx';
import { isFiltered } from '../filters/filter.ts';
import { useInbox } from '../inbox-store.ts';
import css from './menu.module.css';

interface Props {
  label: string;
  /** The menu's purpose for a screen reader, if the label says too little. */
  name?: string;
  className?: string | undefined;
  /** Its contents are a part of the page where there is room. */
  unfolds?: boolean;
  children: ReactNode;
}

/**
 * A button and what it opens: on a phone, a sheet at the bottom of the screen. The browser closes it on
 * Escape or a press elsewhere, and a link or a button in it does, too.
 */
export function Menu({ label, name, className, unfolds, children }: Props) {
  const id = useId();
  const sheet = useRef<HTMLDivElement>(null);
  const isPage = !useMedia(narrow) && unfolds;
  // The window became wide while the sheet was open: an open popover can't be part of the page.
  useEffect(() => {
    if (isPage) sheet.current?.hidePopover();
  }, [isPage]);
  return (
    <>
      <button
        type="button"
        className={`tool ${css.opener}`}
        data-unfolds={unfolds}
        popoverTarget={id}
        aria-label={name ?? label}
      >
        {label}
      </button>
      <div
        ref={sheet}
        id={id}
        popover="auto"
        className={`${css.sheet} ${className ?? ''}`}
        data-unfolds={unfolds}
        onClick={({ target }) => {
          if ((target as Element).closest('button, a')) sheet.current?.hidePopover();
        }}
      >
        {children}
      </div>
    </>
  );
}

/** The rarer tools: actions on all leads of the view, the other pages, the account. */
export function Tools({ openKeys }: { openKeys: () => void }) {
  const { account, bulk, csv, filter: store, redirect } = useInbox();
  const filter = useStore(store.$filter);
  // Outside of the menu, which closes when one of them opens.
  const test = useDialog(TestDialog);
  const ads = useDialog(AdsDialog);
  const erase = useDialog(EraseDialog);
  return (
    <>
      <Menu label={admin.menus.tools} className={css.tools}>
        <p className="small quiet">{account.email}</p>
        <div>
          {/* On all leads that match the filter. The line above the list says how they go. */}
          <Button isBusy={isAtWork(useStore(bulk.$bulk))} onPress={() => bulk.find(filter)}>
            {isFiltered({ ...filter, delivery: '' })
              ? deliveryWords.bulk.startInView
              : deliveryWords.bulk.start}
          </Button>
          <Button isBusy={useStore(csv.$rows) !== undefined} onPress={() => csv.run(filter)}>
            {admin.csv.label}
          </Button>
        </div>
        <div>
          <Button onPress={test.open}>{admin.test.open}</Button>
          <Button onPress={ads.open}>{admin.ads}</Button>
          <Button onPress={erase.open}>{admin.erase}</Button>
        </div>
        <div>
          <a href="/admin/report">{admin.reportLink}</a>
          <a href="/admin/audit">{admin.auditLink}</a>
        </div>
        <div>
          <Button className={css.keys} onPress={openKeys}>
            {admin.keys}
          </Button>
          <Button onPress={() => redirect('logout')}>{admin.access.logout}</Button>
        </div>
      </Menu>
      {test.dialog}
      {ads.dialog}
      {erase.dialog}
    </>
  );
}
