import { useStore } from '@nanostores/react';
import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import { deliveryWords } from '../../../copy/delivery.ts';
import { Button } from '../../staff/Button.tsx';
import { isAtWork } from '../bulk.ts';
import { isFiltered } from '../filters/filter.ts';
import { useInbox } from '../inbox-store.ts';
import { dialogs, useDialog } from '../late.tsx';
import { ColumnsChooser } from '../list/columns.tsx';
import { Menu } from './Menu.tsx';
import css from './menu.module.css';

/** What isn't needed for each lead: the actions on all leads of the view, the other pages, the account. */
export function Tools({ openKeys }: { openKeys: () => void }) {
  const { account, redirect } = useInbox();
  // Outside of the menu, which closes when one of them opens.
  const trial = useDialog(dialogs.trial);
  const ads = useDialog(dialogs.ads);
  const erase = useDialog(dialogs.erase);
  const logout = (): void => {
    redirect('logout').catch(() => {
      showToast({ title: admin.access.notLoggedOut, destructive: true });
    });
  };
  return (
    <>
      <Menu label={admin.menus.tools} className={css.tools}>
        <p className="small quiet">{account.email}</p>
        <div>
          <OnView />
        </div>
        <div>
          <Button aria-haspopup="dialog" onPress={trial.open}>
            {admin.trial.open}
          </Button>
          <Button aria-haspopup="dialog" onPress={ads.open}>
            {admin.ads}
          </Button>
          <Button aria-haspopup="dialog" onPress={erase.open}>
            {admin.erase}
          </Button>
        </div>
        <div>
          <a href="/admin/report">{admin.reportLink}</a>
          <a href="/admin/audit">{admin.auditLink}</a>
        </div>
        <div>
          <Button className={css.keys} aria-haspopup="dialog" onPress={openKeys}>
            {admin.keys}
          </Button>
          <Button onPress={logout}>{admin.access.logout}</Button>
        </div>
      </Menu>
      {trial.dialog}
      {ads.dialog}
      {erase.dialog}
    </>
  );
}

/** Actions on all leads that match the filter, and how they are shown. The line above the list says how they go. */
function OnView() {
  const { bulk, csv, filter: store } = useInbox();
  const filter = useStore(store.$filter);
  return (
    <>
      <Button isBusy={isAtWork(useStore(bulk.$bulk))} onPress={() => bulk.find(filter)}>
        {isFiltered({ ...filter, delivery: '' })
          ? deliveryWords.bulk.startInView
          : deliveryWords.bulk.start}
      </Button>
      <Button isBusy={useStore(csv.$rows) !== undefined} onPress={() => csv.run(filter)}>
        {admin.csv.label}
      </Button>
      <ColumnsChooser />
    </>
  );
}
