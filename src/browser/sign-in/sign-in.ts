/** What the sign-in card does, without its markup. */
import { auth } from '../../copy/auth.ts';
import { codeOf } from '../before-firebase.ts';
import type { Toast } from '../toasts.ts';
import {
  problemIn,
  problemOf,
  problemOfReset,
  type Credentials,
  type Mode,
  type Problem,
  type Work,
} from './problems.ts';

export interface View {
  mode: Mode;
  /** The request that the card waits for. */
  work?: Work;
  problem?: Problem;
  /** An account was just created: keep its address and ask for the password again. */
  signedUp?: true;
}

export interface SignInDeps {
  account: () => Promise<{
    signIn: (email: string, password: string) => Promise<void>;
    signUp: (email: string, password: string) => Promise<void>;
    sendReset: (email: string) => Promise<void>;
  }>;
  show: (view: View, before: View) => void;
  toast: (toast: Toast) => void;
  /** Goes to the inbox, which shows the toast. */
  enter: (toast: Toast) => void;
}

const { toasts } = auth;

export function createSignIn(deps: SignInDeps) {
  let view: View = { mode: 'login' };

  const show = (next: View): void => {
    const before = view;
    view = next;
    deps.show(view, before);
  };

  const fail = (mode: Mode, problem: Problem): void => {
    deps.toast({ title: problem.text, destructive: true });
    show({ mode, problem });
  };

  const requests: Record<Work, (given: Credentials) => Promise<void>> = {
    async login({ email, password }) {
      await (await deps.account()).signIn(email, password);
      // The card stays busy until the inbox replaces it.
      deps.enter({ title: toasts.loggedIn });
    },
    async signUp({ email, password }) {
      let toast: Toast = { title: toasts.signedUp };
      try {
        await (await deps.account()).signUp(email, password);
      } catch (error) {
        // The account exists: a second sign-up would only find its address taken.
        if (codeOf(error) !== 'account/mail-not-sent') throw error;
        toast = { ...toasts.mailNotSent, destructive: true };
      }
      deps.toast(toast);
      show({ mode: 'login', signedUp: true });
    },
    async reset({ email }) {
      try {
        await (await deps.account()).sendReset(email);
      } catch (error) {
        const problem = problemOfReset(error);
        if (problem) {
          fail('login', problem);
          return;
        }
      }
      deps.toast(toasts.reset);
      show({ mode: 'login' });
    },
  };

  return {
    toggle: (): void => {
      const { mode, work } = view;
      if (!work) show({ mode: mode === 'login' ? 'signUp' : 'login' });
    },

    /** Ignores a press while another request is under way. */
    submit: async (typed: Credentials, work: Work = view.mode): Promise<void> => {
      const { mode } = view;
      if (view.work) return;
      const given = { ...typed, email: typed.email.trim() };
      const problem = problemIn(given, work);
      if (problem) {
        show({ mode, problem });
        return;
      }
      show({ mode, work });
      try {
        await requests[work](given);
      } catch (error) {
        fail(mode, problemOf(error));
      }
    },
  };
}

const home = '/admin';

/**
 * The page after a login: the staff page that `?return=` names, or the inbox. Anyone can
 * craft such an address, so it can't lead anywhere else.
 */
export function returnPath({ search, origin }: Pick<Location, 'search' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return');
  if (wanted === null) return home;
  let url: URL;
  try {
    // Parse it as a browser does: '//elsewhere' and '/\elsewhere' are other sites.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + url.hash : home;
}
