/** What the sign-in card does. */
import { auth } from '../../copy/auth.ts';
import { AccountError, codeOf, isSetUp } from '../before-firebase.ts';
import { flashToast, showFlashToast } from '../flash-toast.ts';
import { showToast, type Toast } from '../toasts.ts';
import { button, input, part, refocus, render, reveal, type View } from './card.ts';
import {
  problemIn,
  problemOf,
  problemOfReset,
  type Credentials,
  type Mode,
  type Problem,
  type Work,
} from './problems.ts';
import { returnPath } from './return-path.ts';

let view: View = { mode: 'login' };

/** Loads Firebase after the card, so that visitors can start typing sooner. */
const account = () =>
  import('../account.ts').catch((cause: unknown) => {
    throw new AccountError('account/not-loaded', { cause });
  });

const enter = () => {
  location.replace(returnPath(location));
};

const { toasts } = auth;

const requests: Record<Work, (given: Credentials) => Promise<void>> = {
  async login({ email, password }) {
    await (await account()).signIn(email, password);
    // The card stays busy until the inbox replaces it.
    flashToast({ title: toasts.loggedIn });
    enter();
  },
  async signUp({ email, password }) {
    let toast: Toast = { title: toasts.signedUp };
    try {
      await (await account()).signUp(email, password);
    } catch (error) {
      // The account exists: a second sign-up would only find its address taken.
      if (codeOf(error) !== 'account/mail-not-sent') throw error;
      toast = { ...toasts.mailNotSent, destructive: true };
    }
    showToast(toast);
    show({ mode: 'login', signedUp: true });
  },
  async reset({ email }) {
    try {
      await (await account()).sendReset(email);
    } catch (error) {
      const problem = problemOfReset(error);
      if (problem) {
        fail('login', problem);
        return;
      }
    }
    showToast(toasts.reset);
    show({ mode: 'login' });
  },
};

/** Ignores a press while another request is under way. */
async function submit(work: Work = view.mode): Promise<void> {
  const { mode } = view;
  if (view.work) return;
  const given = { email: input('email').value.trim(), password: input('password').value };
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
}

function fail(mode: Mode, problem: Problem): void {
  showToast({ title: problem.text, destructive: true });
  show({ mode, problem });
}

function show(next: View): void {
  const before = view;
  view = next;
  render(view);
  refocus(view, before);
}

async function open(): Promise<void> {
  part('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
  button('toggle').addEventListener('click', () => {
    show({ mode: view.mode === 'login' ? 'signUp' : 'login' });
  });
  button('forgotten').addEventListener('click', () => void submit('reset'));
  button('reveal').addEventListener('click', () => {
    reveal(input('password').type === 'password');
  });
  render(view);
  // If reading the session fails, logging in will fail too and then shows the reason.
  const found = await account()
    .then(({ currentAccount }) => currentAccount())
    .catch(() => undefined);
  if (found) enter();
}

showFlashToast();
if (isSetUp()) void open();
else {
  part('not-set-up').hidden = false;
  // They can't work.
  for (const id of ['sign-in', 'ways', 'lines-login', 'lines-signUp']) part(id).remove();
}

// A page from the back/forward cache may still be busy, or its visitor has logged in since.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
