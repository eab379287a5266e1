import type { Account } from '../../browser/account.ts';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';

/** Why a person leaves the staff pages. */
export type Reason = 'no session' | 'ended' | 'ended elsewhere' | 'denied' | 'unclear' | 'logout';

export interface Redirect {
  href: string;
  /** Shown on the next page. */
  toast?: Toast;
}

/** `here` is the path and query to return to after signing in. */
export function redirectFor(reason: Reason, here: string): Redirect {
  switch (reason) {
    case 'no session':
    case 'ended elsewhere':
      // /auth leads to /admin by itself.
      return { href: here === '/admin' ? '/auth' : signInAndReturn(here) };
    case 'ended':
      return { href: signInAndReturn(here) };
    case 'logout':
      return { href: '/auth', toast: { title: admin.access.loggedOut } };
    case 'denied':
      return { href: '/', toast: { title: admin.access.denied, destructive: true } };
    case 'unclear':
      return { href: '/', toast: { title: admin.access.unclear, destructive: true } };
  }
}

const signInAndReturn = (here: string): string => `/auth?return=${encodeURIComponent(here)}`;

export type RedirectAway = (reason: Reason) => Promise<void>;

interface RedirectDeps {
  account: Pick<Account, 'signOut'> | undefined;
  here: () => string;
  go: (href: string) => void;
  flashToast: (toast: Toast) => void;
}

/** Redirects once, even if several calls fail at the same time. Rejects if logout fails. */
export function createRedirect({ account, here, go, flashToast }: RedirectDeps): RedirectAway {
  let isRedirecting = false;
  return async (reason) => {
    if (isRedirecting) return;
    isRedirecting = true;
    try {
      if (reason === 'logout') await account?.signOut();
      // Otherwise /auth would find the session that the server refuses, and redirect back here.
      if (reason === 'ended') await account?.signOut().catch(() => undefined);
    } catch (error) {
      isRedirecting = false;
      throw error;
    }
    const { href, toast } = redirectFor(reason, here());
    if (toast) flashToast(toast);
    go(href);
  };
}

/** A call that causes a redirect never settles: the page is about to unload. */
export function redirectOnAuthError<Arguments extends unknown[], Answer>(
  call: (...args: Arguments) => Promise<Answer>,
  reasonOf: (error: unknown) => Reason | undefined,
  redirect: RedirectAway,
): (...args: Arguments) => Promise<Answer> {
  return async (...args) => {
    try {
      return await call(...args);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      void redirect(reason);
      return new Promise<never>(() => undefined);
    }
  };
}
