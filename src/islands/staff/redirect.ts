import type { Account } from '../../browser/account.ts';
import type { Toast } from '../../browser/toasts.ts';
import { redirectFor, type Reason } from './departure.ts';

export type RedirectAway = (reason: Reason) => Promise<void>;

interface RedirectDeps {
  account: Pick<Account, 'signOut'> | undefined;
  here: () => string;
  go: (href: string) => void;
  leaveToast: (toast: Toast) => void;
}

/** Goes once, however many calls learn at the same time that it is over. Rejects if logout fails. */
export function createRedirect({ account, here, go, leaveToast }: RedirectDeps): RedirectAway {
  let leaving = false;
  return async (reason) => {
    if (leaving) return;
    leaving = true;
    try {
      if (reason === 'logout') await account?.signOut();
      // Else /auth would find the session that the server refuses, and send straight back here.
      if (reason === 'ended') await account?.signOut().catch(() => undefined);
    } catch (error) {
      leaving = false;
      throw error;
    }
    const { href, toast } = redirectFor(reason, here());
    if (toast) leaveToast(toast);
    go(href);
  };
}

/** Calls that end in being sent away never answer: the page is going, and has nothing to say. */
export function redirectOnAuthError<Arguments extends unknown[], Answer>(
  call: (...args: Arguments) => Promise<Answer>,
  reasonOf: (error: unknown) => Reason | undefined,
  leave: RedirectAway,
): (...args: Arguments) => Promise<Answer> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      void leave(reason);
      return new Promise<never>(() => undefined);
    }
  };
}
