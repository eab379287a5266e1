/** /auth with the real Auth emulator. The served site forwards Firebase's calls to it. */
import { toast } from '../support/pages/contact-form.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  fillCard,
  login,
  loginButton,
  newcomer,
  passwordOf,
  problem,
  signUpButton,
  toLogin,
  toSignUp,
} from '../support/pages/sign-in.ts';
import { expect, test } from '../support/pages/test.ts';

test('a login leads to the inbox and shows a toast there', async ({ page, visit }) => {
  await visit('/auth');
  await login(page, demoAdmin);
  await page.waitForURL('/admin');
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
});

test('a login that leads back to the audit log shows its toast there', async ({ page, visit }) => {
  await visit('/auth?return=%2Fadmin%2Faudit');
  await login(page, demoAdmin);
  await page.waitForURL('/admin/audit');
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
});

test('a visitor with a session goes straight to the inbox', async ({ page, visit }) => {
  await visit('/auth');
  await login(page, demoAdmin);
  await page.waitForURL('/admin');
  await page.goto('/auth');
  await page.waitForURL('/admin');
});

test('the back button skips the login', async ({ page, visit }) => {
  await visit('/about');
  await visit('/auth');
  await login(page, demoAdmin);
  await page.waitForURL('/admin');
  await page.goBack();
  await expect(page).toHaveURL('/about');
});

test('a login that the inbox required returns to the same view', async ({ page, visit }) => {
  await visit(`/auth?return=${encodeURIComponent('/admin?q=roof')}`);
  await login(page, demoAdmin);
  await page.waitForURL('/admin?q=roof');
});

test('a return address on another site is ignored', async ({ page, visit }) => {
  await visit(`/auth?return=${encodeURIComponent('//evil.example/admin')}`);
  await login(page, demoAdmin);
  await page.waitForURL('/admin');
});

test('a wrong password is reported, and keeps the focus on the password', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(callPath('signInWithPassword'));
  await visit('/auth');
  await login(page, { ...demoAdmin, password: 'not-this-one' });
  await expect(toast(page, 'Wrong e-mail or password.')).toBeVisible();
  await expect(passwordOf(page)).toBeFocused();
  await expect(passwordOf(page)).toHaveAccessibleDescription('Wrong e-mail or password.');
  await expect(passwordOf(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(emailOf(page)).toHaveValue(demoAdmin.email);
  await passwordOf(page).fill(demoAdmin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
});

test('an unknown address gets the same message as a wrong password', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(callPath('signInWithPassword'));
  await visit('/auth');
  await login(page, newcomer());
  await expect(toast(page, 'Wrong e-mail or password.')).toBeVisible();
});

test('a password of five characters is never sent', async ({ page, visit }) => {
  const asked: string[] = [];
  page.on('request', (it) => {
    if (it.url().includes('googleapis')) asked.push(it.url());
  });
  await visit('/auth');
  await login(page, { ...demoAdmin, password: '12345' });
  await expect(problem(page, 'Password must be at least 6 characters')).toBeVisible();
  await expect(passwordOf(page)).toBeFocused();
  await toSignUp(page).click();
  await signUpButton(page).click();
  await expect(problem(page, 'Password must be at least 6 characters')).toBeVisible();
  expect(asked).toEqual([]);
});

test('the busy form cannot be sent twice, and its button says what it does', async ({
  page,
  visit,
}) => {
  let asked = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.route(`**${callPath('signInWithPassword')}`, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  await visit('/auth');
  await fillCard(page, demoAdmin);
  await passwordOf(page).press('Enter');
  await passwordOf(page).press('Enter');
  const busy = page.getByRole('button', { name: 'Logging in...' });
  await expect(busy).toBeDisabled();
  await expect(toSignUp(page)).toBeDisabled();
  await busy.click({ force: true });
  release(undefined);
  await page.waitForURL('/admin');
  expect(asked).toBe(1);
});

test('the toggle keeps what was typed and updates the hints for password managers', async ({
  page,
  visit,
}) => {
  await visit('/auth');
  await expect(emailOf(page)).toHaveAttribute('autocomplete', 'username');
  await expect(passwordOf(page)).toHaveAttribute('autocomplete', 'current-password');
  await toSignUp(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await expect(emailOf(page)).toBeFocused();
  await expect(emailOf(page)).toHaveAttribute('autocomplete', 'email');
  await expect(passwordOf(page)).toHaveAttribute('autocomplete', 'new-password');
  await fillCard(page, demoAdmin);
  await toLogin(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(emailOf(page)).toHaveValue(demoAdmin.email);
  await expect(passwordOf(page)).toHaveValue(demoAdmin.password);
  await expect(passwordOf(page)).toBeFocused();
  await expect(loginButton(page)).toBeEnabled();
});
