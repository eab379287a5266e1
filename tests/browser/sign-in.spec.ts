/** /auth with the real Auth emulator. The served site forwards Firebase's calls to it. */
import { toast } from '../support/pages/contact-form.ts';
import { looksRight } from '../support/pages/looks.ts';
import { readText } from '../support/pages/reading.ts';
import { holdBack } from '../support/pages/scripts.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  fillCard,
  forgotten,
  login,
  loginButton,
  newcomer,
  passwordOf,
  problem,
  signUpButton,
  toLogin,
  toSignUp,
} from '../support/pages/sign-in.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const signInCalls = `**${callPath('signInWithPassword')}`;

test('a login is sent once, leads to the inbox with a toast, is skipped by Back, and is not asked for again during a session', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (it) => {
    if (it.url().includes('signInWithPassword')) requests.push(it.url());
  });
  const release = await holdBack(page, signInCalls);
  await visit(page, '/about');
  await visit(page, '/auth');
  await fillCard(page, demoAdmin);
  await passwordOf(page).press('Enter');
  await passwordOf(page).press('Enter');
  const busy = page.getByRole('button', { name: 'Logging in...' });
  await expect(busy).toBeDisabled();
  await expect(toSignUp(page)).toBeDisabled();
  await looksRight(page, 'a pending login');
  await busy.click({ force: true });
  release();
  await page.waitForURL('/admin');
  expect(requests).toHaveLength(1);
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await page.goto('/auth');
  await page.waitForURL('/admin');
});

test('a login error is shown at its field, in the same words for an unknown address, and the next try can succeed', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(callPath('signInWithPassword'));
  const requests: string[] = [];
  page.on('request', (it) => {
    if (it.url().includes('googleapis')) requests.push(it.url());
  });
  await page.setViewportSize({ width: 360, height: 568 });
  await visit(page, '/auth');
  await forgotten(page).click();
  await expect(problem(page, 'Email is required')).toBeVisible();
  await expect(emailOf(page)).toBeFocused();
  await login(page, { ...demoAdmin, password: '12345' });
  await expect(problem(page, 'Password must be at least 6 characters')).toBeVisible();
  await expect(passwordOf(page)).toBeFocused();
  expect(requests).toEqual([]);

  for (const wrong of [newcomer(), { ...demoAdmin, password: 'not-this-one' }]) {
    await login(page, wrong);
    await expect(toast(page, 'Wrong e-mail or password.')).toBeVisible();
    await expect(passwordOf(page)).toBeFocused();
    await expect(passwordOf(page)).toHaveAccessibleDescription(
      'Wrong e-mail or password. After many tries, wait a few minutes.',
    );
    await expect(passwordOf(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(emailOf(page)).toHaveValue(wrong.email);
    const { y = 0 } = (await toast(page, 'Wrong e-mail or password.').boundingBox()) ?? {};
    const button = await loginButton(page).boundingBox();
    expect(button && button.y + button.height, 'above the toast').toBeLessThan(y);
  }
  await looksRight(page, 'a wrong password');

  await page.route(signInCalls, (route) => route.abort('failed'), { times: 1 });
  await passwordOf(page).fill(demoAdmin.password);
  await loginButton(page).click();
  await expect(problem(page, /Check your connection/)).toBeVisible();
  await expect(loginButton(page)).toBeFocused();
  // The message belongs to the try before.
  await expect(toast(page, 'Wrong e-mail or password.')).toBeHidden();
  await looksRight(page, 'a network failure');
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
});

test('signing in needs no mouse, and the toggle keeps typed values', async ({ page }) => {
  await visit(page, '/auth');
  const tab = async (to: (page: Page) => ReturnType<typeof emailOf>) => {
    await page.keyboard.press('Tab');
    await expect(to(page)).toBeFocused();
  };
  await expect(loginButton(page)).toBeEnabled();
  await expect(emailOf(page)).toHaveAttribute('type', 'email');
  await expect(emailOf(page)).toHaveAttribute('autocomplete', 'username');
  await expect(passwordOf(page)).toHaveAttribute('autocomplete', 'current-password');
  await emailOf(page).focus();
  await page.keyboard.type(demoAdmin.email);
  await tab(passwordOf);
  await page.keyboard.type(demoAdmin.password);
  await tab((it) => it.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Enter');
  await expect(passwordOf(page)).toHaveAttribute('type', 'text');
  await looksRight(page, 'a visible password');
  await tab(loginButton);
  await tab(forgotten);
  await tab(toSignUp);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up');
  await expect(emailOf(page)).toHaveAttribute('autocomplete', 'email');
  await expect(passwordOf(page)).toHaveAttribute('autocomplete', 'new-password');
  await looksRight(page, 'a sign-up');
  await expect(passwordOf(page)).toBeFocused();
  await tab((it) => it.getByRole('button', { name: 'Hide password' }));
  await tab(signUpButton);
  await tab(toLogin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await expect(emailOf(page)).toHaveValue(demoAdmin.email);
  await expect(passwordOf(page)).toHaveValue(demoAdmin.password);
  await expect(passwordOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
});

test('an expired mail link says what to do, leaves no trace, and the card still works', async ({
  page,
}) => {
  const code = 'mode=signIn&oobCode=x&apiKey=y&lang=en&continueUrl=https://evil.example';
  const calls: string[] = [];
  page.on('request', (it) => {
    if (it.url().includes('googleapis')) calls.push(it.url());
  });
  await visit(page, `/auth?${code}&return=%2Fadmin%2Faudit#q=Dana`);
  const ended =
    'This link can’t be used any more. Log in with your password, or press “Forgot your password?”.';
  await expect(problem(page, ended)).toBeVisible();
  await expect(toast(page, ended)).toBeVisible();
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Faudit#q=Dana');
  await expect(emailOf(page)).toBeFocused();
  expect(calls).toEqual([]);
  await looksRight(page, 'a link that ended');
  const inbox = page.waitForRequest('**/admin/audit');
  await login(page, demoAdmin);
  expect((await (await inbox).allHeaders()).referer).not.toContain('oobCode');
  await page.waitForURL('/admin/audit#q=Dana');
  await expect(toast(page, ended)).toBeHidden();

  // With a session, the link redirects.
  await page.goto(`/auth?${code}`);
  await page.waitForURL('/admin');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the card asks for JavaScript and accepts no password', async ({ page, complaints }) => {
    // Chromium refuses the modules that the page preloads.
    complaints.excuseError('.js csp');
    await visit(page, '/auth');
    expect(await readText(page, 'main')).toContain('Signing in needs JavaScript.');
    await expect(passwordOf(page)).toBeHidden();
  });
});
