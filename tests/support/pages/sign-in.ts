import { randomUUID } from 'node:crypto';
import {
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from 'playwright/test';

/** The demo admin of `npm start`. */
export const demoAdmin = { email: 'admin@example.com', password: 'leadwright' } as const;

export const newcomer = () => ({ email: `dana-${randomUUID()}@example.com`, password: 'ladder-7' });

type Calls = 'signInWithPassword' | 'signUp' | 'sendOobCode' | 'lookup' | 'update';

/** Firebase's calls go to the site's own origin, with the emulator's key. */
export const callPath = (call: Calls) =>
  `/identitytoolkit.googleapis.com/v1/accounts:${call}?key=local`;

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

/** The tokens of the demo admin, from the same call that a browser makes. */
export async function adminTokens(request: APIRequestContext): Promise<Record<string, string>> {
  const data = { ...demoAdmin, returnSecureToken: true };
  // The server may close a connection just when Playwright uses it again.
  const response = await request.post(callPath('signInWithPassword'), { data, maxRetries: 2 });
  return (await response.json()) as Record<string, string>;
}

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The stored session of the demo admin after a login at this address. */
export async function logIn(browser: Browser, address: string): Promise<Session> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}/auth`);
  await login(page, demoAdmin);
  await page.waitForURL('**/admin');
  return await context.storageState();
}

/** The sessions of this worker's sites. */
const sessions = new Map<string, Promise<Session>>();

/** Gives the page the demo admin's session. Only the first test of a worker logs in. */
export async function becomeAdmin(page: Page): Promise<void> {
  const context = page.context();
  const browser = context.browser();
  if (!browser) throw new Error('The page has no browser of its own.');
  // A page of the site without a script.
  await page.goto('/robots.txt');
  const { origin } = new URL(page.url());
  const session = sessions.get(origin) ?? logIn(browser, origin);
  sessions.set(origin, session);
  await context.setStorageState(await session);
}

export async function signUp(page: Page, who: { email: string; password: string }): Promise<void> {
  await toSignUp(page).click();
  await fillCard(page, who);
  await signUpButton(page).click();
  await expect(toSignUp(page)).toBeEnabled();
}
