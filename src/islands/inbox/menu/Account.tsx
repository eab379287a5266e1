import { showToast } from '../../../browser/toasts.ts';
import { admin } from '../../../copy/admin.ts';
import type { Ask } from '../../staff/ask.ts';
import { useInbox } from '../inbox-store.ts';
import { DialogButton } from '../later.tsx';
import { Menu } from './Menu.tsx';
import css from '../inbox.module.css';

const loadTrial = async () => (await import('../trial/TrialDialog.tsx')).TrialDialog;
const loadErase = async () => (await import('../erase/EraseDialog.tsx')).EraseDialog;

interface Props {
  ask: Ask;
  openKeys: (from: Element) => void;
}

/** Shows who is signed in, and the tools that aren't about one lead or one view. */
export function Account({ ask, openKeys }: Props) {
  const inbox = useInbox();
  return (
    <Menu label={admin.menus.account}>
      <div className={css.account}>
        <span className="small quiet">{inbox.account.email}</span>
        <a href="/admin/report">{admin.reportLink}</a>
        <a href="/admin/audit">{admin.auditLink}</a>
        <DialogButton ask={ask} label={admin.trial.open} load={loadTrial} />
        <DialogButton ask={ask} label={admin.erase} load={loadErase} />
        <button
          type="button"
          className={`tool ${css.keys}`}
          onClick={({ currentTarget }) => {
            openKeys(currentTarget);
          }}
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
