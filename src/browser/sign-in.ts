/** The card on /auth: log in, sign up, or request a password mail. Markup: SignInCard.astro. */
import { auth, leastPassword } from '../copy/auth.ts';
import { hasSession, sendReset, signIn, signUp } from './account.ts';
import { codeOf, isSetUp } from './firebase.ts';
import { flashToast, showFlashToast } from './flash-toast.ts';
import { returnPath, signInPath } from './sign-in-address.ts';
import { announce, showToast, type Toast } from './toasts.ts';

const { problems, toasts } = auth;

type Mode = keyof typeof auth.modes;
type Work = Mode | 'reset';

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];
type Credentials = Record<Field, string>;

interface Problem {
  text: string;
  /** The invalid field; undefined if the problem isn't about one field. */
  field?: Field;
}

let mode: Mode = 'login';
let underWay: Work | undefined;

export function startSignIn(): void {
  // A page from the back/forward cache may still be busy, or its session may have changed.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  const isLink = forgetLink();
  showFlashToast();
  if (!isSetUp()) {
    part('ways-in').replaceWith((part('not-set-up') as HTMLTemplateElement).content);
    return;
  }
  part('sign-in').addEventListener('submit', (event) => {
    event.preventDefault();
    void submit(mode);
  });
  button('forgotten').addEventListener('click', () => void submit('reset'));
  button('reveal').addEventListener('click', () => reveal(input('password').type === 'password'));
  button('toggle').addEventListener('click', () => {
    show(mode === 'login' ? 'signUp' : 'login');
    nextField().focus();
  });
  show(mode);
  void skipIfSignedIn(isLink);
}

/**
 * Firebase's mailed links contain a code that this page can't use. Removes the code from the address and
 * keeps only `return`. Returns whether there was a code.
 */
function forgetLink(): boolean {
  if (!new URLSearchParams(location.search).has('oobCode')) return false;
  history.replaceState(null, '', signInPath(returnPath(location)));
  return true;
}

async function skipIfSignedIn(isLink: boolean): Promise<void> {
  // If reading the session fails, logging in fails too and shows the reason.
  if (await hasSession().catch(() => false)) enter();
  else if (isLink && !underWay) report({ text: problems.linkEnded }, nextField());
}

const enter = () => location.replace(returnPath(location));

async function submit(work: Work): Promise<void> {
  if (underWay) return;
  const pressed = button(work === 'reset' ? 'forgotten' : 'submit');
  const given = { email: input('email').value.trim(), password: input('password').value };
  const wrong = problemIn(given, work);
  if (wrong) {
    // A field's description is read when it gets the focus, but it may have it already.
    if (document.activeElement?.id === wrong.field) announce(wrong.text);
    point(wrong, pressed);
    return;
  }
  forgetProblem();
  show(mode, work);
  // If the reason of a failure must stay secret, show the same toast as on success.
  let toast: Toast = toasts.reset;
  try {
    toast = await requests[work](given);
  } catch (error) {
    const problem = problemOf(error, work);
    if (problem) {
      report(problem, pressed);
      return;
    }
  }
  if (work === 'login') {
    // The card stays busy until the inbox replaces it.
    flashToast(toast);
    enter();
    return;
  }
  showToast(toast);
  show('login');
  if (work === 'reset') {
    pressed.focus();
    return;
  }
  input('password').value = '';
  input('password').focus();
}

/** Each returns the toast of its success. */
const requests: Record<Work, (given: Credentials) => Promise<Toast>> = {
  async login({ email, password }) {
    await signIn(email, password);
    return { title: toasts.loggedIn };
  },
  async signUp({ email, password }) {
    const isMailed = await signUp(email, password);
    return isMailed ? { title: toasts.signedUp } : { ...toasts.mailNotSent, destructive: true };
  },
  async reset({ email }) {
    await sendReset(email);
    return toasts.reset;
  },
};

const address = /^[^\s@]+@[^\s@]+$/;

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

const codes: readonly (readonly [Problem, ...codes: string[]])[] = [
  [credentials, 'auth/invalid-credential', 'auth/user-disabled'],
  // The emulator answers with these two, and so do projects without e-mail enumeration protection.
  [credentials, 'auth/wrong-password', 'auth/user-not-found'],
  [tooMany, 'auth/too-many-requests'],
  [invalid, 'auth/invalid-email', 'auth/missing-email'],
  [weak, 'auth/weak-password', 'auth/password-does-not-meet-requirements'],
  [{ text: problems.closed }, 'auth/admin-restricted-operation'],
  [network, 'auth/network-request-failed'],
  [noMoreMails, 'auth/quota-exceeded'],
  [notSetUp, 'auth/operation-not-allowed', 'auth/unauthorized-continue-uri'],
  [notSetUp, 'auth/api-key-not-valid.-please-pass-a-valid-api-key.', 'account/not-set-up'],
  [{ text: problems.noStorage }, 'account/no-storage'],
];

const safeToShow = [invalid, network, notSetUp, noMoreMails];

/** Translates an error into a problem. Undefined: show the same toast as on success. */
export function problemOf(error: unknown, work: Work): Problem | undefined {
  const code = codeOf(error);
  const [problem] = codes.find(([, ...all]) => all.includes(code)) ?? [{ text: problems.other }];
  if (work === 'reset') return safeToShow.includes(problem) ? problem : undefined;
  // Only existing accounts get locked, so this message would reveal that the account exists.
  return work === 'login' && problem === tooMany ? credentials : problem;
}

let forgetProblem = (): void => {};

function report(problem: Problem, otherwise: HTMLElement): void {
  forgetProblem = showToast({ title: problem.text, destructive: true });
  point(problem, otherwise);
}

function point({ text, field }: Problem, otherwise: HTMLElement): void {
  show(mode);
  describe(field ? `${field}-problem` : 'problem', text);
  if (!field) {
    otherwise.focus();
    return;
  }
  input(field).ariaInvalid = 'true';
  input(field).focus();
  input(field).select();
  // The toast would cover it.
  button('submit').scrollIntoView({ block: 'nearest' });
}

function show(next: Mode, work?: Work): void {
  mode = next;
  underWay = work;
  const words = auth.modes[mode];
  part('card').dataset.mode = mode;
  part('heading').textContent = words.heading;
  part('submit-words').textContent = work === mode ? words.busy : words.submit;
  part('submit-spinner').hidden = work !== mode;
  part('toggle').textContent = words.toggle;
  part('forgotten').textContent = work === 'reset' ? auth.sending : auth.forgotten;
  for (const id of ['submit', 'toggle', 'forgotten']) button(id).disabled = work !== undefined;
  // For password managers.
  input('email').autocomplete = mode === 'signUp' ? 'email' : 'username';
  input('password').autocomplete = mode === 'signUp' ? 'new-password' : 'current-password';
  for (const field of fields) {
    input(field).readOnly = work !== undefined;
    input(field).ariaInvalid = 'false';
    describe(`${field}-problem`);
  }
  describe('problem');
  describe('password-hint', mode === 'signUp' ? auth.labels.hint : undefined);
  if (work) reveal(false);
}

/** Screen readers read a field's description even if it is hidden, so empty it as well. */
function describe(id: string, text = ''): void {
  part(id).textContent = text;
  part(id).hidden = text === '';
}

function reveal(shown: boolean): void {
  input('password').type = shown ? 'text' : 'password';
  part('reveal-words').textContent = shown ? auth.labels.hide : auth.labels.show;
}

const nextField = () => input(input('email').value ? 'password' : 'email');

function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The card has no #${id}.`);
  return found;
}
const input = (field: Field) => part(field) as HTMLInputElement;
const button = (id: string) => part(id) as HTMLButtonElement;
