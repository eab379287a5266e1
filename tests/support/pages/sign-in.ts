import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';

/** The demo admin of `npm start`. */
export const demoAdmin = { email: 'admin@example.com', password: 'leadwright' } as const;

/** An address without an account. */
export const newcomer = () => ({ email: `dana-${randomUUID()}@example.com`, password: 'ladder-7' });

export type Calls = 'signInWithPassword' | 'signUp' | 'sendOobCode' | 'lookup' | 'update';

/** Firebase's calls go to the site's own origin, with the emulator's key. */
export const callPath = (call: Calls) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=local`;
export const callUrl = (call: Calls) => `**${callPath(call).replace('?', '\\?')}`;

export const emailOf = (page: Page) => page.getByRole('textbox', { name: 'Email' });
export const passwordOf = (page: Page) => page.getByLabel('Password', { exact: true });
export const loginButton = (page: Page) =>
  page.getByRole('button', { name: /^(Login|Logging in...)$/ });
export const signUpButton = (page: Page) =>
  page.getByRole('button', { name: /^(Sign up|Signing up...)$/ });
export const toSignUp = (page: Page) =>
  page.getByRole('button', { name: "Don't have an account? Sign up" });
export const toLogin = (page: Page) =>
  page.getByRole('button', { name: 'Already have an account? Login' });
export const forgotten = (page: Page) =>
  page.getByRole('button', { name: 'Forgot your password?' });

/** The message in the card, which stays after the toast has disappeared. */
export const problem = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text);

export async function fillCard(
  page: Page,
  { email, password }: { email: string; password: string },
) {
  await emailOf(page).fill(email);
  await passwordOf(page).fill(password);
}

export async function login(page: Page, who: { email: string; password: string }): Promise<void> {
  await fillCard(page, who);
  await loginButton(page).click();
}

/** Signs up on the page, which then returns to login mode. */
export async function signUp(page: Page, who: { email: string; password: string }): Promise<void> {
  await toSignUp(page).click();
  await fillCard(page, who);
  await signUpButton(page).click();
  await expect(toSignUp(page)).toBeEnabled();
}
