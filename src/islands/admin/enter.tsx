import type { ReactNode } from 'react';
import { leaveToast } from '../../browser/toasts.ts';
import { checkAccess } from './access.ts';
import { createAsk } from './ask.ts';
import { AskError } from './ask-error.ts';
import { browserWait } from './backoff.ts';
import { createLeave, guard } from './leave.ts';

/** Loads the inbox for an admin. Everybody else is sent away, and the answer never comes. */
export async function enter(): Promise<ReactNode> {
  const access = await checkAccess({
    currentAccount: async () => (await import('../../browser/account.ts')).currentAccount(),
    fetch: (...request) => fetch(...request),
    wait: browserWait,
  });
  const { account } = access;
  const leave = createLeave({
    account,
    here: () => location.pathname + location.search,
    go: (href) => {
      location.replace(href);
    },
    leaveToast,
  });
  const away = new Promise<never>(() => undefined);
  if ('turnedAway' in access) {
    await leave(access.turnedAway);
    return away;
  }
  access.account.onEnded(() => void leave('ended elsewhere'));
  const ask = guard(
    createAsk({ account: access.account, fetch: (...request) => fetch(...request) }),
    (error) =>
      error instanceof AskError && (error.why === 'ended' || error.why === 'denied')
        ? error.why
        : undefined,
    leave,
  );
  try {
    const { Inbox } = await import('./Inbox.tsx');
    return <Inbox account={access.account} ask={ask} leave={leave} />;
  } catch {
    // Signed in as they should be, but the inbox itself could not be loaded.
    await leave('unclear');
    return away;
  }
}
