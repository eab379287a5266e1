import type { ComponentType, ReactNode } from 'react';
import type { Account } from '../../browser/account.ts';
import { flashToast } from '../../browser/flash-toast.ts';
import { checkAccess } from './access.ts';
import { createAsk, type Ask } from './ask.ts';
import { AskError } from './ask-error.ts';
import { browserWait } from './backoff.ts';
import { createRedirect, redirectOnAuthError, type RedirectAway } from './redirect.ts';

/** What is behind the gate gets to know who came in, and how to ask the server in their name. */
export interface Inside {
  account: Account;
  ask: Ask;
  leave: RedirectAway;
}

/** Fetches what is behind the gate. */
export type Load = () => Promise<ComponentType<Inside>>;

/** Loads a page for an admin. Everybody else is sent away, and the answer never comes. */
export async function openPage(load: Load): Promise<ReactNode> {
  const access = await checkAccess({
    currentAccount: async () => (await import('../../browser/account.ts')).currentAccount(),
    fetch: (...request) => fetch(...request),
    wait: browserWait,
  });
  const { account } = access;
  const leave = createRedirect({
    account,
    here: () => location.pathname + location.search,
    go: (href) => {
      location.replace(href);
    },
    leaveToast: flashToast,
  });
  const away = new Promise<never>(() => undefined);
  if ('turnedAway' in access) {
    await leave(access.turnedAway);
    return away;
  }
  access.account.onEnded(() => void leave('ended elsewhere'));
  const ask = redirectOnAuthError(
    createAsk({ account: access.account, fetch: (...request) => fetch(...request) }),
    (error) =>
      error instanceof AskError && (error.why === 'ended' || error.why === 'denied')
        ? error.why
        : undefined,
    leave,
  );
  try {
    const Room = await load();
    return <Room account={access.account} ask={ask} leave={leave} />;
  } catch {
    // Signed in as they should be, but the page itself could not be loaded.
    await leave('unclear');
    return away;
  }
}
