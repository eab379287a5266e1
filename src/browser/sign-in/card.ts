/** What the sign-in card shows, and what can be wrong with it. */
import { auth, leastPassword } from '../../copy/auth.ts';
import { codeOf } from '../firebase.ts';

export interface View {
  mode: Mode;
  /** The request that the card waits for. */
  work?: Work;
  problem?: Problem;
  /** An account was just created: keep its address and ask for the password again. */
  signedUp?: true;
}

const fields = ['email', 'password'] as const;
type Field = (typeof fields)[number];
export type Credentials = Record<Field, string>;

export const part = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The card has no #${id}.`);
  return found;
};
export const input = (field: Field) => part(field) as HTMLInputElement;
export const button = (id: string) => part(id) as HTMLButtonElement;

export function render({ mode, work, problem, signedUp }: View): void {
  const words = auth.modes[mode];
  part('card').dataset.mode = mode;
  part('heading').textContent = words.heading;
  part('submit-words').textContent = work === mode ? words.busy : words.submit;
  part('submit-spinner').hidden = work !== mode;
  part('toggle').textContent = words.toggle;
  part('link').textContent = work === 'link' ? auth.sending : auth.mailLink;
  part('forgotten').textContent = work === 'reset' ? auth.sending : auth.forgotten;
  describe('email-hint', mode === 'confirm' ? auth.labels.confirmHint : undefined);
  describe('password-hint', mode === 'signUp' ? auth.labels.hint : undefined);
  for (const id of ['submit', 'toggle', 'link', 'forgotten'])
    button(id).disabled = work !== undefined;
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

export function reveal(shown: boolean): void {
  input('password').type = shown ? 'text' : 'password';
  part('reveal-words').textContent = shown ? auth.labels.hide : auth.labels.show;
}

/** Moves the focus to the next step, because the disabled button has lost it. */
export function refocus({ mode, work, problem, signedUp }: View, before: View): void {
  if (work) return;
  if (problem?.field) {
    input(problem.field).focus();
    input(problem.field).select();
    // The toast would lie over it.
    button('submit').scrollIntoView({ block: 'nearest' });
  } else if (signedUp) input('password').focus();
  else if (before.work === 'reset') button('forgotten').focus();
  // After a link that can't be used any more, too: the way to a new one.
  else if (mode === 'login' && (before.work === 'link' || before.mode === 'confirm'))
    button('link').focus();
  else if (before.work || mode === before.mode) button('submit').focus();
  else input(input('email').value ? 'password' : 'email').focus();
}

const { problems } = auth;

export type Mode = keyof typeof auth.modes;
export type Work = Mode | 'reset';

interface Problem {
  text: string;
  /** The field that is wrong; undefined if the problem isn't about one field. */
  field?: Field;
  /** The link that was opened can't be used any more. */
  endsLink?: true;
}

/** Catches obvious mistakes; Firebase checks the rest. */
const address = /^[^\s@]+@[^\s@]+$/;

/** The first problem that can be found without asking Firebase. */
export function problemIn({ email, password }: Credentials, work: Work): Problem | undefined {
  if (email === '') return { field: 'email', text: problems.emailMissing };
  if (!address.test(email)) return { field: 'email', text: problems.emailInvalid };
  if (work !== 'login' && work !== 'signUp') return undefined;
  if (password === '') return { field: 'password', text: problems.passwordMissing };
  if (password.length < leastPassword) return { field: 'password', text: problems.passwordShort };
  return undefined;
}

const invalid: Problem = { field: 'email', text: problems.emailInvalid };
const credentials: Problem = { field: 'password', text: problems.credentials };
const weak: Problem = { field: 'password', text: problems.weak };
const network: Problem = { text: problems.network };
const notSetUp: Problem = { text: problems.notSetUp };
const noMoreLinks: Problem = { text: problems.noMoreLinks };
const tooMany: Problem = { text: problems.tooMany };
const spent: Problem = { text: problems.spent, endsLink: true };

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
  ['auth/quota-exceeded', noMoreLinks],
  ['auth/operation-not-allowed', notSetUp],
  ['auth/unauthorized-continue-uri', notSetUp],
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', notSetUp],
  ['account/not-set-up', notSetUp],
  ['account/no-storage', { text: problems.noStorage }],
]);

/** What a code means instead to somebody who has opened a link, and so owns the mailbox. */
const ofLinks = new Map<unknown, Problem>([
  ['auth/invalid-action-code', spent],
  ['auth/expired-action-code', spent],
  // A part of it is missing.
  ['auth/argument-error', spent],
  ['auth/invalid-email', { field: 'email', text: problems.otherAddress }],
  ['auth/user-disabled', { text: problems.disabled, endsLink: true }],
  ['auth/admin-restricted-operation', { text: problems.closed, endsLink: true }],
]);

/** Problems that don't reveal whether the address has an account. */
const safeToShow = [invalid, network, notSetUp, noMoreLinks];

/** Turns an error of Firebase, or of ours, into a sentence. Undefined: answer as if the mail was sent. */
export function problemOf(error: unknown, work: Work): Problem | undefined {
  const code = codeOf(error);
  const ofLink = work === 'confirm' ? ofLinks.get(code) : undefined;
  const problem = ofLink ?? byCode.get(code) ?? { text: problems.other };
  if (work === 'link' || work === 'reset')
    return safeToShow.includes(problem) ? problem : undefined;
  // Only accounts that exist get locked.
  return work === 'login' && problem === tooMany ? credentials : problem;
}
