/** Decides who may see the pages for staff, and where everybody else is sent. */
import * as z from 'zod/mini';
import type { Account } from '../../browser/account.ts';
import { signInPath } from '../../browser/sign-in/return-path.ts';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { api } from '../../shared/api.ts';
import { AskError, createAsk, retrying, type Ask, type Wait } from './ask.ts';

interface AccessDeps {
  /** Loads the sign-in library first, so it may fail like any request. */
  currentAccount: () => Promise<Account | undefined>;
  fetch: typeof fetch;
  wait: Wait;
  /** The path, the query and the part behind # to return to after signing in. */
  here: () => string;
  /** Goes to another page, which shows the toast. */
  leave: (href: string, toast?: Toast) => void;
}

/** Why a person leaves the pages for staff, and what the next page says. Null leads to signing in. */
const reasons = {
  'no session': { to: null },
  'ended elsewhere': { to: null, toast: { title: admin.access.endedElsewhere } },
  ended: { to: null, toast: { title: admin.access.ended } },
  logout: { to: '/auth', toast: { title: admin.access.loggedOut } },
  denied: {
    to: '/',
    toast: { title: admin.access.denied, description: admin.access.deniedHint, destructive: true },
  },
  unclear: { to: '/', toast: { title: admin.access.unclear, destructive: true } },
} satisfies Record<string, { to: string | null; toast?: Toast }>;

type Reason = keyof typeof reasons;

/** Redirects once, even if several calls fail at the same time. Rejects if logout fails, or never settles. */
type Redirect = (reason: Reason) => Promise<never>;

export interface Admin {
  account: Account;
  /** A call whose session or role is gone redirects, and never settles. */
  ask: Ask;
  redirect: Redirect;
}

const accessSchema = z.object({ role: z.literal('admin') });

/** Lets an admin in, and redirects everybody else. It asks the server, since only that knows who is an admin. */
export async function enter(deps: AccessDeps): Promise<Admin> {
  let account: Account | undefined;
  const redirect = createRedirect(() => account, deps);
  try {
    account = await deps.currentAccount();
    if (!account) return await redirect('no session');
    account.onEnded(() => void redirect('ended elsewhere'));
    const askServer = createAsk({ account, fetch: deps.fetch, wait: deps.wait });
    const ask: Ask = (...call) =>
      askServer(...call).catch((error: unknown) => {
        const why = error instanceof AskError ? error.why : undefined;
        if (why === 'ended' || why === 'denied') return redirect(why);
        throw error;
      });
    const response = await retrying(() => ask(api.access), { wait: deps.wait });
    accessSchema.parse(await response.json());
    return { account, ask, redirect };
  } catch {
    return redirect('unclear');
  }
}

function createRedirect(
  account: () => Account | undefined,
  { here, leave }: Pick<AccessDeps, 'here' | 'leave'>,
): Redirect {
  let isRedirecting = false;
  return async (reason) => {
    if (!isRedirecting) {
      isRedirecting = true;
      try {
        // Otherwise /auth would find the session that the server refuses, and redirect back here.
        if (['logout', 'ended', 'denied'].includes(reason)) await account()?.signOut();
      } catch (error) {
        isRedirecting = reason !== 'logout';
        if (!isRedirecting) throw error;
      }
      const { to, toast }: { to: string | null; toast?: Toast } = reasons[reason];
      leave(to ?? signInPath(here()), toast);
    }
    // The page is about to unload.
    return new Promise<never>(() => undefined);
  };
}
