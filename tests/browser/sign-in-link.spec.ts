/** Links that sign in, mailed from /auth by the real Auth emulator. */
import { toast } from '../support/pages/contact-form.ts';
import { looksRight } from '../support/pages/looks.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  forgotten,
  linkButton,
  loginButton,
  mailLink,
  newcomer,
  passwordOf,
  problem,
  toSignUp,
} from '../support/pages/sign-in.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const byLink = callPath('signInWithEmailLink');

const remembered = (page: Page) => page.evaluate(() => 'leadwright:link-for' in localStorage);

test('a link signs in without a question where it was asked for, leads to the wanted page, leaves no trace, and replaces no session', async ({
  page,
}) => {
  // The address of a link for something else.
  await visit(page, '/auth?mode=resetPassword&oobCode=x&return=%2Fadmin%2Faudit#q=Dana');
  await expect(passwordOf(page)).toBeVisible();
  const link = await mailLink(page, demoAdmin.email);
  expect(link).not.toContain('Dana');
  await expect(toast(page, /^Check your email/)).toContainText(
    'If this address may sign in, we sent it a link.',
  );
  await expect(linkButton(page)).toBeFocused();
  await looksRight(page, 'a mailed link');
  expect(await remembered(page)).toBe(true);
  const inbox = page.waitForRequest('**/admin/audit');
  await visit(page, link);
  expect((await (await inbox).allHeaders()).referer).not.toContain('oobCode');
  await page.waitForURL('/admin/audit');
  await expect(toast(page, 'Logged in successfully!')).toBeVisible();
  expect(await remembered(page)).toBe(false);
  await page.goBack();
  expect(page.url()).not.toContain('mode=signIn');
  // The page before leads on, too, which must not overtake the next address.
  await page.waitForURL('/admin/audit#q=Dana');
  await page.goto('/auth?mode=signIn&oobCode=x&apiKey=y&continueUrl=https://evil.example');
  await page.waitForURL('/admin');
});

test('another browser asks for the address, accepts only the right one, and a second use says what to do', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(byLink);
  await visit(page, '/auth?return=%2Fadmin%2Freport');
  const link = await mailLink(page, demoAdmin.email);
  const forget = () => localStorage.clear();
  await page.evaluate(forget);
  await visit(page, link);
  await expect(emailOf(page)).toBeFocused();
  await expect(emailOf(page)).toHaveAccessibleDescription(/^To confirm, enter the address/);
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Login']);
  await expect(passwordOf(page)).toBeHidden();
  await looksRight(page, 'a link to confirm');
  await emailOf(page).fill(newcomer().email);
  await page.keyboard.press('Enter');
  await expect(problem(page, 'This link was sent to another address.')).toBeVisible();
  await expect(emailOf(page)).toBeFocused();
  await emailOf(page).fill(demoAdmin.email);
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin/report');
  // A page for staff would leave when its session is gone.
  await page.goto('/robots.txt');
  await page.evaluate(forget);
  await visit(page, link);
  await emailOf(page).fill(demoAdmin.email);
  await page.keyboard.press('Enter');
  await expect(problem(page, 'This link was used or is too old. Ask for a new one.')).toBeVisible();
  await expect(page).toHaveURL('/auth?return=%2Fadmin%2Freport');
  await expect(linkButton(page)).toBeFocused();
  await expect(passwordOf(page)).toBeVisible();
  await looksRight(page, 'a used link');
  await page.keyboard.press('Enter');
  await expect(toast(page, /^Check your email/)).toBeVisible();
});

test('a link survives a network failure, and blocked storage, which is found before it is used', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(byLink);
  await visit(page, '/auth');
  const link = await mailLink(page, demoAdmin.email);
  await page.route(`**${byLink}`, (route) => route.abort('failed'), { times: 1 });
  await visit(page, link);
  await expect(problem(page, /Check your connection/)).toBeVisible();
  await expect(loginButton(page)).toBeFocused();

  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
  });
  await page.keyboard.press('Enter');
  await expect(problem(page, /Allow site data and try again/)).toBeVisible();
  await page.reload();
  await page.waitForURL('/admin');
});

test('STAFF_SIGN_IN=link leaves the link as the only way, and one that is refused says why', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(byLink);
  await page.route(/\/auth(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('data-mode="login"', 'data-mode="link"');
    await route.fulfill({ response, body });
  });
  const buttons = page.getByRole('main').getByRole('button');
  await visit(page, '/auth');
  await expect(buttons).toHaveText(['E-mail me a link']);
  for (const part of [passwordOf(page), forgotten(page), toSignUp(page)])
    await expect(part).toBeHidden();
  await looksRight(page, 'links alone');
  await linkButton(page).click();
  await expect(problem(page, 'Email is required')).toBeVisible();
  const link = await mailLink(page, demoAdmin.email);
  await expect(toast(page, /^Check your email/)).toBeVisible();
  await expect(linkButton(page)).toBeFocused();
  await page.route(`**${byLink}`, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_DISABLED' } } }),
  );
  await visit(page, link);
  await expect(problem(page, /^This account is disabled/)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(buttons).toHaveText(['E-mail me a link']);
  await expect(linkButton(page)).toBeFocused();
  await expect(emailOf(page)).toHaveValue(demoAdmin.email);
  expect(await remembered(page)).toBe(false);
});
