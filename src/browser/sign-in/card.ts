/** What the sign-in card shows. */
import { auth } from '../../copy/auth.ts';
import type { Credentials, Mode, Problem, Work } from './problems.ts';

export interface View {
  mode: Mode;
  /** The request that the card waits for. */
  work?: Work;
  problem?: Problem;
  /** An account was just created: keep its address and ask for the password again. */
  signedUp?: true;
}

type Field = keyof Credentials;
const fields: readonly Field[] = ['email', 'password'];

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
  } else if (signedUp) input('password').focus();
  else if (before.work === 'reset') button('forgotten').focus();
  // After a link that can't be used any more, too: the way to a new one.
  else if (mode === 'login' && (before.work === 'link' || before.mode === 'confirm'))
    button('link').focus();
  else if (before.work || mode === before.mode) button('submit').focus();
  else input(input('email').value ? 'password' : 'email').focus();
}
