/** What the sign-in card does, apart from how it is shown. */
import { atom, type ReadableAtom } from 'nanostores';
import { auth } from '../../copy/auth.ts';
import { codeOf } from '../account/errors.ts';
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
  /** What the card waits for. */
  work?: Work;
  problem?: Problem;
  /** An account was made just now: its address stays, its password is asked for again. */
  signedUp?: true;
}

export interface World {
  account: () => Promise<{
    signIn: (email: string, password: string) => Promise<void>;
    signUp: (email: string, password: string) => Promise<void>;
    sendReset: (email: string) => Promise<void>;
  }>;
  toast: (toast: Toast) => void;
  /** Goes to the inbox, where the toast is shown. */
  enter: (toast: Toast) => void;
}

export interface SignIn {
  $view: ReadableAtom<View>;
  toggle: () => void;
  submit: (typed: Credentials) => Promise<void>;
  forgot: (typed: Credentials) => Promise<void>;
}

const { toasts } = auth;

export function createSignIn(world: World): SignIn {
  const $view = atom<View>({ mode: 'login' });

  /** One thing at a time: a second press while the first is under way does nothing. */
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
      await doing[work](given);
    } catch (error) {
      failing(mode, problemOf(error));
    }
  }

  const doing: Record<Work, (given: Credentials) => Promise<void>> = {
    async login({ email, password }) {
      await (await world.account()).signIn(email, password);
      // The card stays busy until the inbox is there.
      world.enter({ title: toasts.loggedIn });
    },
    async signUp({ email, password }) {
      let toast: Toast = { title: toasts.signedUp };
      try {
        await (await world.account()).signUp(email, password);
      } catch (error) {
        // There is an account all the same: to sign up again would only find its address taken.
        if (codeOf(error) !== 'account/mail-not-sent') throw error;
        toast = { ...toasts.mailNotSent, destructive: true };
      }
      world.toast(toast);
      $view.set({ mode: 'login', signedUp: true });
    },
    async reset({ email }) {
      try {
        await (await world.account()).sendReset(email);
      } catch (error) {
        const problem = problemOfReset(error);
        if (problem) {
          failing('login', problem);
          return;
        }
      }
      world.toast(toasts.reset);
      $view.set({ mode: 'login' });
    },
  };

  function failing(mode: Mode, problem: Problem): void {
    // The toast goes, and the words in the card stay.
    world.toast({ title: problem.text, destructive: true });
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
