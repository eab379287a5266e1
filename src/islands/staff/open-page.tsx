import type { ComponentType, ReactNode } from 'react';
import type { Account } from '../../browser/account.ts';
import { flashToast } from '../../browser/flash-toast.ts';
import { checkAccess } from './access.ts';
import { AskError, createAsk, type Ask } from './ask.ts';
import { browserWait } from './backoff.ts';
import { createRedirect, redirectOnAuthError, type RedirectAway } from './redirect.ts';

/** The props of a page for staff. */
export interface StaffPageProps {
  account: Account;
  ask: Ask;
  redirect: RedirectAway;
}

/** Imports the page, so that its code loads only for admins. */
export type Load = () => Promise<ComponentType<StaffPageProps>>;

/** Loads the page for an admin. Redirects everybody else and then never settles. */
export async function openPage(load: Load): Promise<ReactNode> {
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
  const ask = redirectOnAuthError(
    createAsk({ account: access.account, fetch: (...request) => fetch(...request) }),
    (error) =>
      error instanceof AskError && (error.why === 'ended' || error.why === 'denied')
        ? error.why
        : undefined,
    redirect,
  );
  try {
    const Page = await load();
    return <Page account={access.account} ask={ask} redirect={redirect} />;
  } catch {
    // An admin is signed in, but the page's code didn't load.
    await redirect('unclear');
    return never;
  }
}
