/** Binds the sign-in card on the page to what it does. */
import { auth } from '../../copy/auth.ts';
import { AccountError, isSetUp } from '../before-firebase.ts';
import { flashToast, showFlashToast } from '../flash-toast.ts';
import { showToast } from '../toasts.ts';
import type { Credentials } from './problems.ts';
import { createSignIn, returnPath, type View } from './sign-in.ts';

type Field = keyof Credentials;
const fields: readonly Field[] = ['email', 'password'];

/** Hints for password managers. */
const autocomplete = {
  login: { email: 'username', password: 'current-password' },
  signUp: { email: 'email', password: 'new-password' },
} as const;

const part = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The card has no #${id}.`);
  return found;
};
const input = (field: Field) => part(field) as HTMLInputElement;
const button = (id: string) => part(id) as HTMLButtonElement;

const typed = (): Credentials => ({
  email: input('email').value,
  password: input('password').value,
});

/** Loads Firebase after the card, so that visitors can start typing sooner. */
const account = () =>
  import('../account.ts').catch((cause: unknown) => {
    throw new AccountError('account/not-loaded', { cause });
  });

const enter = () => {
  location.replace(returnPath(location));
};

async function open(): Promise<void> {
  const { toggle, submit } = createSignIn({
    account,
    show(view, before) {
      show(view);
      refocus(view, before);
    },
    toast: showToast,
    enter(toast) {
      flashToast(toast);
      enter();
    },
  });
  part('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(typed());
  });
  button('toggle').addEventListener('click', toggle);
  button('forgotten').addEventListener('click', () => void submit(typed(), 'reset'));
  button('reveal').addEventListener('click', () => {
    reveal(input('password').type === 'password');
  });
  show({ mode: 'login' });
  // If reading the session fails, logging in will fail too and then shows the reason.
  const found = await account()
    .then(({ currentAccount }) => currentAccount())
    .catch(() => undefined);
  if (found) enter();
}

function show({ mode, work, problem, signedUp }: View): void {
  const words = auth.modes[mode];
  part('heading').textContent = words.heading;
  part('submit-words').textContent = work === mode ? words.busy : words.submit;
  part('submit-spinner').hidden = work !== mode;
  part('toggle').textContent = words.toggle;
  part('forgotten').textContent = work === 'reset' ? auth.sending : auth.forgotten;
  part('forgotten').hidden = mode !== 'login';
  describe('password-hint', mode === 'signUp' ? auth.labels.hint : undefined);
  part('lines-login').hidden = mode !== 'login';
  part('lines-signUp').hidden = mode !== 'signUp';
  for (const id of ['submit', 'toggle', 'forgotten']) button(id).disabled = work !== undefined;
  for (const field of fields) {
    const wrong = problem?.field === field;
    input(field).autocomplete = autocomplete[mode][field];
    input(field).readOnly = work !== undefined;
    input(field).ariaInvalid = wrong ? 'true' : null;
    describe(`${field}-problem`, wrong ? problem.text : undefined);
  }
  describe('problem', problem && !problem.field ? problem.text : undefined);
  if (signedUp) input('password').value = '';
  // Don't leave a password readable on the screen.
  if (work || signedUp) reveal(false);
}

/** Screen readers read a field's description even if it is hidden, so empty it as well. */
function describe(id: string, text: string | undefined): void {
  part(id).textContent = text ?? '';
  part(id).hidden = text === undefined;
}

function reveal(shown: boolean): void {
  input('password').type = shown ? 'text' : 'password';
  part('reveal-words').textContent = shown ? auth.labels.hide : auth.labels.show;
}

/** Moves the focus to the next step, because the disabled button has lost it. */
function refocus({ mode, work, problem, signedUp }: View, before: View): void {
  if (work) return;
  if (problem?.field) {
    input(problem.field).focus();
    input(problem.field).select();
  } else if (signedUp) input('password').focus();
  else if (mode !== before.mode) input(input('email').value ? 'password' : 'email').focus();
  else button(before.work === 'reset' ? 'forgotten' : 'submit').focus();
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
