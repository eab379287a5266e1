/** Decides who may see the staff pages, and where everybody else is sent. */
import * as z from 'zod/mini';
import type { Account } from '../../browser/account.ts';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { api } from '../../shared/api.ts';
import { AskError, createAsk, retrying, type Wait } from './ask.ts';

type Access = { account: Account } | { turnedAway: Reason; account?: Account };

interface AccessDeps {
  /** Loads the sign-in library first, so it may fail like any request. */
  currentAccount: () => Promise<Account | undefined>;
  fetch: typeof fetch;
  wait: Wait;
}

const accessSchema = z.object({ role: z.literal('admin') });

/** Asks the server, since only the server knows who is an admin. */
export async function checkAccess({ currentAccount, fetch, wait }: AccessDeps): Promise<Access> {
  let account: Account | undefined;
  try {
    account = await currentAccount();
    if (!account) return { turnedAway: 'no session' };
    const ask = createAsk({ account, fetch });
    const response = await retrying(() => ask(api.access), { wait });
    accessSchema.parse(await response.json());
    return { account };
  } catch (error) {
    return { turnedAway: authFailureIn(error) ?? 'unclear', ...(account && { account }) };
  }
}

/** The reason to redirect if a call failed because of its session or role. */
export function authFailureIn(error: unknown): 'ended' | 'denied' | undefined {
  const why = error instanceof AskError ? error.why : undefined;
  return why === 'ended' || why === 'denied' ? why : undefined;
}

/** Why a person leaves the pages for staff. */
type Reason = 'no session' | 'ended' | 'ended elsewhere' | 'denied' | 'unclear' | 'logout';

interface Redirect {
  href: string;
  /** Shown on the next page. */
  toast?: Toast;
}

/** `here` is the path and query to return to after signing in. */
export function redirectFor(reason: Reason, here: string): Redirect {
  switch (reason) {
    case 'no session':
      return { href: signInAndReturn(here) };
    case 'ended elsewhere':
      return { href: signInAndReturn(here), toast: { title: admin.access.endedElsewhere } };
    case 'ended':
      return { href: signInAndReturn(here), toast: { title: admin.access.ended } };
    case 'logout':
      return { href: '/auth', toast: { title: admin.access.loggedOut } };
    case 'denied':
      return { href: '/', toast: { title: admin.access.denied, destructive: true } };
    case 'unclear':
      return { href: '/', toast: { title: admin.access.unclear, destructive: true } };
  }
}

/** Without ?return=, /auth leads to /admin. */
const signInAndReturn = (here: string): string =>
  here === '/admin' ? '/auth' : `/auth?return=${encodeURIComponent(here)}`;

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
