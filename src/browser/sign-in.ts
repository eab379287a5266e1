/** The sign-in card on /auth: log in, sign up, or have a mail sent that sets a new password. */
import { auth, leastPassword } from '../copy/auth.ts';
import { hasSession, sendReset, signIn, signUp } from './account.ts';
import { codeOf, isSetUp } from './firebase.ts';
import { flashToast, showFlashToast } from './flash-toast.ts';
import { returnPath, signInPath } from './sign-in-address.ts';
import { announce, showToast } from './toasts.ts';

const { problems, toasts } = auth;

type Mode = keyof typeof auth.modes;
type Work = Mode | 'reset';

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];
type Credentials = Record<Field, string>;

interface Problem {
  text: string;
  /** The field that is wrong; undefined if the problem isn't about one field. */
  field?: Field;
}

interface View {
  mode: Mode;
  /** The request that the card waits for. */
  work?: Work;
  problem?: Problem;
  /** An account was just created: keep its address and ask for the password again. */
  signedUp?: true;
}

let view: View = { mode: 'login' };

/** Removes the toast of the last problem. */
let forgetProblem = (): void => {};

export function startSignIn(): void {
  const isLink = forgetLink();
  showFlashToast();
  if (isSetUp()) void listen(isLink);
  else {
    part('not-set-up').hidden = false;
    // They can't work.
    for (const id of ['sign-in', 'ways', 'lines-login', 'lines-signUp']) part(id).remove();
  }
  // A page from the back/forward cache may still be busy, or its visitor has logged in since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/**
 * A mailed link of Firebase carries a code, which this page can't use. Removes it from the address and keeps
 * only the page to return to. Returns whether there was one.
 */
function forgetLink(): boolean {
  if (!new URLSearchParams(location.search).has('oobCode')) return false;
  history.replaceState(null, '', signInPath(returnPath(location)));
  return true;
}

async function listen(isLink: boolean): Promise<void> {
  part('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(view.mode);
  });
  button('toggle').addEventListener('click', () =>
    show({ mode: view.mode === 'login' ? 'signUp' : 'login' }),
  );
  button('forgotten').addEventListener('click', () => void submit('reset'));
  button('reveal').addEventListener('click', () => reveal(input('password').type === 'password'));
  render(view);
  // If reading the session fails, logging in will fail too and then shows the reason.
  if (await hasSession().catch(() => false)) enter();
  else if (isLink && !view.work) report({ text: problems.linkEnded });
}

const enter = () => location.replace(returnPath(location));

/** Ignores a press while another request is under way. */
async function submit(work: Work): Promise<void> {
  const { mode } = view;
  if (view.work) return;
  const given = { email: input('email').value.trim(), password: input('password').value };
  const wrong = problemIn(given, work);
  if (wrong) {
    // The description of a field is read out when the focus arrives, and here it may stay.
    if (document.activeElement?.id === wrong.field) announce(wrong.text);
    show({ mode, problem: wrong });
    return;
  }
  forgetProblem();
  show({ mode, work });
  try {
    await requests[work](given);
  } catch (error) {
    const problem = problemOf(error, work);
    if (problem) {
      report(problem);
      return;
    }
  }
  if (work === 'reset') {
    showToast(toasts.reset);
    show({ mode });
  }
}

const requests: Record<Work, (given: Credentials) => Promise<void>> = {
  /** The card stays busy until the inbox replaces it. */
  async login({ email, password }) {
    await signIn(email, password);
    flashToast({ title: toasts.loggedIn });
    enter();
  },
  async signUp({ email, password }) {
    const isMailed = await signUp(email, password);
    showToast(isMailed ? { title: toasts.signedUp } : { ...toasts.mailNotSent, destructive: true });
    show({ mode: 'login', signedUp: true });
  },
  reset: ({ email }) => sendReset(email),
};

/** Catches obvious mistakes; Firebase checks the rest. */
const address = /^[^\s@]+@[^\s@]+$/;

/** The first problem that can be found without asking Firebase. */
export function problemIn({ email, password }: Credentials, work: Work): Problem | undefined {
  if (email === '') return { field: 'email', text: problems.emailMissing };
  if (!address.test(email)) return { field: 'email', text: problems.emailInvalid };
  if (work === 'reset') return undefined;
  if (password === '') return { field: 'password', text: problems.passwordMissing };
  if (password.length < leastPassword) return { field: 'password', text: problems.passwordShort };
  return undefined;
}

const invalid: Problem = { field: 'email', text: problems.emailInvalid };
const credentials: Problem = { field: 'password', text: problems.credentials };
const weak: Problem = { field: 'password', text: problems.weak };
const network: Problem = { text: problems.network };
const notSetUp: Problem = { text: problems.notSetUp };
const noMoreMails: Problem = { text: problems.noMoreMails };
const tooMany: Problem = { text: problems.tooMany };

const byCode = new Map<unknown, Problem>([
  ['auth/invalid-credential', credentials],
  // The emulator, and projects without e-mail enumeration protection, answer with these two.
  ['auth/wrong-password', credentials],
  ['auth/user-not-found', credentials],
  ['auth/user-disabled', credentials],
  ['auth/too-many-requests', tooMany],
  ['auth/invalid-email', invalid],
  ['auth/missing-email', invalid],
  ['auth/weak-password', weak],
  ['auth/password-does-not-meet-requirements', weak],
  ['auth/admin-restricted-operation', { text: problems.closed }],
  ['auth/network-request-failed', network],
  ['auth/quota-exceeded', noMoreMails],
  ['auth/operation-not-allowed', notSetUp],
  ['auth/unauthorized-continue-uri', notSetUp],
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', notSetUp],
  ['account/not-set-up', notSetUp],
  ['account/no-storage', { text: problems.noStorage }],
]);

/** Problems that don't reveal whether the address has an account. */
const safeToShow = [invalid, network, notSetUp, noMoreMails];

/** Turns an error of Firebase, or of ours, into a sentence. Undefined: answer as if the mail was sent. */
export function problemOf(error: unknown, work: Work): Problem | undefined {
  const problem = byCode.get(codeOf(error)) ?? { text: problems.other };
  if (work === 'reset') return safeToShow.includes(problem) ? problem : undefined;
  // Only accounts that exist get locked.
  return work === 'login' && problem === tooMany ? credentials : problem;
}

function report(problem: Problem): void {
  forgetProblem = showToast({ title: problem.text, destructive: true });
  show({ mode: view.mode, problem });
}

function show(next: View): void {
  const before = view;
  view = next;
  render(view);
  refocus(view, before);
}

function render({ mode, work, problem, signedUp }: View): void {
  const words = auth.modes[mode];
  part('card').dataset.mode = mode;
  part('heading').textContent = words.heading;
  part('submit-words').textContent = work === mode ? words.busy : words.submit;
  part('submit-spinner').hidden = work !== mode;
  part('toggle').textContent = words.toggle;
  part('forgotten').textContent = work === 'reset' ? auth.sending : auth.forgotten;
  describe('password-hint', mode === 'signUp' ? auth.labels.hint : undefined);
  for (const id of ['submit', 'toggle', 'forgotten']) button(id).disabled = work !== undefined;
  // For password managers.
  input('email').autocomplete = mode === 'signUp' ? 'email' : 'username';
  input('password').autocomplete = mode === 'signUp' ? 'new-password' : 'current-password';
  for (const field of fields) {
    const wrong = problem?.field === field;
    input(field).readOnly = work !== undefined;
    input(field).ariaInvalid = String(wrong);
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
function refocus({ work, problem, signedUp }: View, before: View): void {
  if (work) return;
  if (problem?.field) {
    input(problem.field).focus();
    input(problem.field).select();
    // The toast would lie over it.
    button('submit').scrollIntoView({ block: 'nearest' });
  } else if (signedUp) input('password').focus();
  else if (before.work) button(before.work === 'reset' ? 'forgotten' : 'submit').focus();
  else input(input('email').value ? 'password' : 'email').focus();
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The card has no #${id}.`);
  return found;
}
const input = (field: Field) => part(field) as HTMLInputElement;
const button = (id: string) => part(id) as HTMLButtonElement;
