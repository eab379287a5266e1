/** Decides who may see the pages for staff, and where everybody else is sent. */
import { signInPath } from '../../browser/before-firebase.ts';
import type { Account } from '../../browser/stored-account.ts';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { api } from '../../shared/api.ts';
import { AskError, browserWait, createAsk, type Ask } from './ask.ts';

interface AccessDeps<First> {
  account: Account | undefined;
  fetch: typeof fetch;
  /** The page's first call, which only an admin may make. */
  first: (ask: Ask) => Promise<First>;
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

/** Redirects once, even if several calls fail at the same time. Never settles. */
type Redirect = (reason: Reason) => Promise<never>;

export interface Admin<First> {
  /** The answer to the page's first call. Undefined if it failed, but not for want of the role. */
  first: First | undefined;
  account: Account;
  /** A call whose session or role is gone redirects, and never settles. */
  ask: Ask;
  redirect: Redirect;
}

/** Lets an admin in, and redirects everybody else. The server's answer to the page's first call shows who is one. */
export async function enter<First>(deps: AccessDeps<First>): Promise<Admin<First>> {
  const { account } = deps;
  const redirect = createRedirect(deps);
  if (!account) return redirect('no session');
  account.onEnded(() => void redirect('ended elsewhere'));
  const askServer = createAsk({ account, fetch: deps.fetch, wait: browserWait });
  const ask: Ask = (...call) =>
    askServer(...call).catch((error: unknown) => {
      const why = error instanceof AskError ? error.why : undefined;
      if (why === 'ended' || why === 'denied') return redirect(why);
      throw error;
    });
  const admin = { account, ask, redirect };
  /** Asks again if the address has changed meanwhile: the page shows what that names. */
  const askFirst = async (): Promise<First> => {
    const asked = deps.here();
    const first = await deps.first(ask);
    return asked === deps.here() ? first : askFirst();
  };
  try {
    return { ...admin, first: await askFirst() };
  } catch {
    // The page has a sentence for this, and a button to try again.
    return ask(api.access).then(
      () => ({ ...admin, first: undefined }),
      () => redirect('unclear'),
    );
  }
}

function createRedirect({
  account,
  here,
  leave,
}: Pick<AccessDeps<unknown>, 'account' | 'here' | 'leave'>): Redirect {
  let isRedirecting = false;
  return (reason) => {
    if (!isRedirecting) {
      isRedirecting = true;
      // Otherwise /auth would find the session that the server refuses, and redirect back here.
      if (['logout', 'ended', 'denied'].includes(reason)) account?.signOut();
      const { to, toast }: { to: string | null; toast?: Toast } = reasons[reason];
      leave(to ?? signInPath(here()), toast);
    }
    // The page is about to unload.
    return new Promise<never>(() => undefined);
  };
}
