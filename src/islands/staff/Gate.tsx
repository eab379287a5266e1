/** Decides who may see the staff pages, and where others are sent. */
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { openAccount, type Account } from '../../browser/account.ts';
import { flashToast } from '../../browser/flash-toast.ts';
import { forgetNotes, session, sessionKeys } from '../../browser/session.ts';
import { signInPath } from '../../browser/sign-in-address.ts';
import type { Toast } from '../../browser/toasts.ts';
import { admin } from '../../copy/admin.ts';
import { api } from '../../shared/api.ts';
import type { QueryClient } from '@tanstack/query-core';
import { contained } from '../Contained.tsx';
import { AskError, browserWait, createAsk, type Ask } from './ask.ts';
import { createClient } from './query-client.ts';
import { useListener } from './window.ts';

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
  /** The result of the page's first call. Undefined if it failed for any reason except a missing role. */
  first: First | undefined;
  account: Account;
  /** If the session or the role is missing, the call redirects and never settles. */
  ask: Ask;
  client: QueryClient;
  redirect: Redirect;
}

interface Props<First> {
  heading: string;
  Page: ComponentType<Admin<First>>;
  first: (ask: Ask, client: QueryClient) => Promise<First>;
}

/**
 * An island that shows a spinner until the server has confirmed an admin. The request starts when the
 * module loads, because a slow phone runs React and the hydration later.
 */
export function gated<First>({ heading, Page, first }: Props<First>) {
  const entering = import.meta.env.SSR ? undefined : enter(first);
  return contained(() => {
    const [page, setPage] = useState<ReactNode>();
    useEffect(() => {
      void entering?.then((props) => setPage(<Page {...props} />));
    }, []);
    // The session may have ended while the page was in the back/forward cache.
    useListener('pageshow', (event) => {
      if (event.persisted) location.reload();
    });
    if (page !== undefined) return page;
    return (
      <>
        <h1 className="sr-only">{heading}</h1>
        <p role="status" className="stack stack--close staff-check">
          <span className="spinner" aria-hidden="true" />
          {admin.access.checking}
        </p>
      </>
    );
  });
}

const currentAddress = (): string => location.pathname + location.search + location.hash;

/** The server's response to the page's first call decides who is an admin. */
async function enter<First>(first: Props<First>['first']): Promise<Admin<First>> {
  const account = await openAccount();
  if (typeof account === 'string') return createRedirect()(account);
  const redirect = createRedirect(account);
  account.onEnded((why) => void redirect(why));
  // Refresh the token early: a page that is being left can't wait for it, and would lose the last input.
  addEventListener('focusin', () => void account.token().catch(() => undefined));
  const askServer = createAsk({ account, fetch, wait: browserWait });
  const ask: Ask = (...call) =>
    askServer(...call).catch((error: unknown) => {
      const why = error instanceof AskError ? error.why : undefined;
      if (why === 'ended' || why === 'denied') return redirect(why);
      throw error;
    });
  const client = createClient();
  const known = { account, ask, client, redirect };
  /** Asks again if the address has changed, because the page shows what the address names. */
  const askFirst = async (): Promise<First> => {
    const asked = currentAddress();
    const answer = await first(ask, client);
    return asked === currentAddress() ? answer : askFirst();
  };
  try {
    return { ...known, first: await askFirst() };
  } catch {
    // The page itself reports this failure and offers to try again.
    return ask(api.access).then(
      () => ({ ...known, first: undefined }),
      () => redirect('unclear'),
    );
  }
}

function createRedirect(account?: Account): Redirect {
  const leave = async (reason: Reason) => {
    // Otherwise /auth would find the session that the server refuses, and redirect back here.
    if (['logout', 'ended', 'denied'].includes(reason)) await account?.signOut();
    // If the session only ended, the same person may sign in and continue their notes.
    if (['logout', 'denied'].includes(reason)) {
      forgetNotes();
      session.remove(sessionKeys.opened);
    }
    const { to, toast }: { to: string | null; toast?: Toast } = reasons[reason];
    if (toast) flashToast(toast);
    location.replace(to ?? signInPath(currentAddress()));
  };
  let leaving: Promise<void> | undefined;
  return (reason) => {
    leaving ??= leave(reason);
    // The page is about to unload.
    return new Promise<never>(() => undefined);
  };
}
