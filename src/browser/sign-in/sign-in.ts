/** The state of the sign-in card, without its markup. */
import { atom, type ReadableAtom } from 'nanostores';
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
  toast: (toast: Toast) => void;
  /** Goes to the inbox, which shows the toast. */
  enter: (toast: Toast) => void;
}

export interface SignIn {
  $view: ReadableAtom<View>;
  toggle: () => void;
  submit: (typed: Credentials) => Promise<void>;
  forgot: (typed: Credentials) => Promise<void>;
}

const { toasts } = auth;

export function createSignIn(deps: SignInDeps): SignIn {
  const $view = atom<View>({ mode: 'login' });

  /** Ignores a press while another request is under way. */
  async function run(work: Work, typed: Credentials): Promise<void> {
    const { mode, work: underWay } = $view.get();
    if (underWay) return;
    const given = { ...typed, email: typed.email.trim() };
    const problem = problemIn(given, work);
    if (problem) {
      $view.set({ mode, problem });
      return;
    }
    $view.set({ mode, work });
    try {
      await requests[work](given);
    } catch (error) {
      fail(mode, problemOf(error));
    }
  }

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
      $view.set({ mode: 'login', signedUp: true });
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
      $view.set({ mode: 'login' });
    },
  };

  function fail(mode: Mode, problem: Problem): void {
    deps.toast({ title: problem.text, destructive: true });
    $view.set({ mode, problem });
  }

  return {
    $view,
    toggle() {
      const { mode, work } = $view.get();
      if (!work) $view.set({ mode: mode === 'login' ? 'signUp' : 'login' });
    },
    submit: (typed) => run($view.get().mode, typed),
    forgot: (typed) => run('reset', typed),
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
