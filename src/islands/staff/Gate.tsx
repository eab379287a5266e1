import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { flashToast } from '../../browser/flash-toast.ts';
import { admin } from '../../copy/admin.ts';
import { Contained } from '../Contained.tsx';
import { enter, type Admin } from './access.ts';
import { browserWait } from './ask.ts';
import css from './staff.module.css';

interface Props {
  heading: string;
  /** Imports the page, so that its code loads only for admins. */
  load: () => Promise<ComponentType<Admin>>;
}

/** Shows only a spinner until the server has confirmed an admin. */
export function Gate(props: Props) {
  return (
    <Contained>
      <Guarded {...props} />
    </Contained>
  );
}

function Guarded({ heading, load }: Props) {
  const [page, setPage] = useState<ReactNode>();
  useEffect(() => {
    void openPage(load).then(setPage);
    // The session may have ended while the browser kept this page in its back/forward cache.
    const recheck = (event: PageTransitionEvent): void => {
      if (event.persisted) location.reload();
    };
    addEventListener('pageshow', recheck);
    return () => {
      removeEventListener('pageshow', recheck);
    };
  }, [load]);
  if (page !== undefined) return page;
  return (
    <div className={css.center}>
      <h1 className="sr-only">{heading}</h1>
      <p role="status" className={css.checking}>
        <span className={`spinner ${css.spinner}`} aria-hidden="true" />
        {admin.access.checking}
      </p>
    </div>
  );
}

/** Loads the page for an admin. For anybody else, it never settles. */
async function openPage(load: Props['load']): Promise<ReactNode> {
  const props = await enter({
    currentAccount: async () => (await import('../../browser/account.ts')).currentAccount(),
    fetch: (...request) => fetch(...request),
    wait: browserWait,
    here: () => location.pathname + location.search + location.hash,
    leave: (href, toast) => {
      if (toast) flashToast(toast);
      location.replace(href);
    },
  });
  try {
    const Page = await load();
    return <Page {...props} />;
  } catch {
    // An admin is signed in, but the page's code didn't load.
    return props.redirect('unclear');
  }
}
