import { useStore } from '@nanostores/react';
import { admin } from '../../copy/admin.ts';
import { deliveryWords } from '../../copy/delivery.ts';
import { Button } from '../staff/Button.tsx';
import { isAtWork } from './bulk.ts';
import { useDialog } from './dialogs/use-dialog.tsx';
import { isFiltered } from './filters/filter.ts';
import { useInbox } from './inbox-store.ts';
import { Menu } from './menu/Menu.tsx';
import css from './menu/menu.module.css';

export function Tools({ openKeys }: { openKeys: () => unknown }) {
  const { account, bulk, csv, filter: store, redirect } = useInbox();
  const filter = useStore(store.$filter);
  // Outside of the menu, because the menu closes when a dialog opens.
  const test = useDialog('TestDialog');
  const ads = useDialog('AdsDialog');
  const erase = useDialog('EraseDialog');
  const logOut = () => redirect('logout');
  return (
    <>
      <Menu label={admin.menus.tools} className={css.tools}>
        <p className="small quiet">{account.email}</p>
        <div>
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
          <Button className={css.onPhone} onPress={logOut}>
            {admin.access.logout}
          </Button>
        </div>
      </Menu>
      <Button className={`tool ${css.beside}`} onPress={logOut}>
        {admin.access.logout}
      </Button>
      {test.dialog}
      {ads.dialog}
      {erase.dialog}
    </>
  );
}
