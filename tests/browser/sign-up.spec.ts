/** Accounts that are made at /auth, with the real Auth emulator. */
import { toast } from '../support/pages/contact-form.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  fillCard,
  login,
  newcomer,
  passwordOf,
  signUp,
  signUpButton,
  toSignUp,
} from '../support/pages/sign-in.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const storedSession = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((it) => it.startsWith('firebase:authUser')));

test('a sign-up sends a mail that leads to the inbox, and ends in login mode', async ({
  page,
  visit,
}) => {
  const who = newcomer();
  await visit('/auth');
  const mailed = page.waitForResponse(`**${callPath('sendOobCode')}`);
  await signUp(page, who);
  const mail = await mailed;
  expect(mail.status()).toBe(200);
  expect(mail.request().postDataJSON()).toMatchObject({
    requestType: 'VERIFY_EMAIL',
    continueUrl: new URL('/admin', page.url()).href,
  });
  await expect(toast(page, 'Account created! Please check your email to verify.')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(emailOf(page)).toHaveValue(who.email);
  await expect(passwordOf(page)).toHaveValue('');
  await expect(passwordOf(page)).toBeFocused();
});

test('a sign-up leaves no session for this page, the next page or another tab', async ({
  page,
  context,
  visit,
  complaints,
}) => {
  const who = newcomer();
  await visit('/auth');
  const other = await context.newPage();
  await other.goto('/auth');
  await other.evaluate(() => {
    addEventListener('storage', ({ key }) => {
      if (key?.startsWith('firebase:authUser')) document.title = 'met a session';
    });
  });
  await signUp(page, who);
  expect(await storedSession(page)).toEqual([]);
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/auth');
  await expect(other).toHaveURL('/auth');
  await expect(other).not.toHaveTitle('met a session');
  complaints.excuseFailing('/api/access');
  await login(page, who);
  // The inbox redirects people who may not see it, and a page that was left can't be queried.
  await expect(toast(page, 'Access denied. You need admin privileges.')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await storedSession(page)).toHaveLength(1);
});

test('a taken address is reported at its field', async ({ page, visit, complaints }) => {
  complaints.excuseFailing(callPath('signUp'));
  await visit('/auth');
  await signUpAs(page, demoAdmin);
  await expect(toast(page, 'That e-mail already has an account.')).toBeVisible();
  await expect(emailOf(page)).toBeFocused();
  await expect(emailOf(page)).toHaveAccessibleDescription('That e-mail already has an account.');
  await expect(signUpButton(page)).toBeEnabled();
});

async function signUpAs(page: Page, who: { email: string; password: string }): Promise<void> {
  await toSignUp(page).click();
  await fillCard(page, who);
  await signUpButton(page).click();
}
