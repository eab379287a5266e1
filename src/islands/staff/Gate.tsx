import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { Account } from '../../browser/account.ts';
import { flashToast } from '../../browser/flash-toast.ts';
import { admin } from '../../copy/admin.ts';
import { Contained } from '../Contained.tsx';
import { authFailureIn, checkAccess, createRedirect, type RedirectAway } from './access.ts';
import { browserWait, createAsk, type Ask } from './ask.ts';
import css from './checking.module.css';

/** The props of a page for staff. */
export interface StaffPageProps {
  account: Account;
  ask: Ask;
  redirect: RedirectAway;
}

/** Imports the page, so that its code loads only for admins. */
type Load = () => Promise<ComponentType<StaffPageProps>>;

interface Props {
  heading: string;
  load: Load;
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
  return page ?? <Checking heading={heading} />;
}

function Checking({ heading }: { heading: string }) {
  return (
    <div className={css.page}>
      <h1 className="sr-only">{heading}</h1>
      <p role="status" className={css.checking}>
        <span className={`spinner ${css.spinner}`} aria-hidden="true" />
        {admin.access.checking}
      </p>
    </div>
  );
}

/** Loads the page for an admin. Redirects everybody else and then never settles. */
async function openPage(load: Load): Promise<ReactNode> {
  const access = await checkAccess({
    currentAccount: async () => (await import('../../browser/account.ts')).currentAccount(),
    fetch: (...request) => fetch(...request),
    wait: browserWait,
  });
  const { account } = access;
  const redirect = createRedirect({
    account,
    here: () => location.pathname + location.search,
    go: (href) => {
      location.replace(href);
    },
    flashToast,
  });
  const never = new Promise<never>(() => undefined);
  if ('turnedAway' in access) {
    await redirect(access.turnedAway);
    return never;
  }
  access.account.onEnded(() => void redirect('ended elsewhere'));
  const askServer = createAsk({
    account: access.account,
    fetch: (...request) => fetch(...request),
  });
  const ask: Ask = (...call) =>
    askServer(...call).catch((error: unknown) => {
      const reason = authFailureIn(error);
      if (reason === undefined) throw error;
      // The page is about to unload, so its caller gets no answer.
      void redirect(reason);
      return never;
    });
  try {
    const Page = await load();
    return <Page account={access.account} ask={ask} redirect={redirect} />;
  } catch {
    // An admin is signed in, but the page's code didn't load.
    await redirect('unclear');
    return never;
  }
}
