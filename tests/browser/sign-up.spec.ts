import { toast } from '../support/pages/contact-form.ts';
import { looksRight } from '../support/pages/looks.ts';
import {
  callPath,
  demoAdmin,
  emailOf,
  forgotten,
  newcomer,
  passwordOf,
  signUp,
} from '../support/pages/sign-in.ts';
import { expect, test, visit } from '../support/pages/test.ts';

test('a reset has the same response for a known and an unknown address', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(callPath('sendOobCode'));
  await visit(page, '/auth');
  const said: string[] = [];
  for (const email of [demoAdmin.email, newcomer().email]) {
    await emailOf(page).fill(email);
    const request = page.waitForRequest(`**${callPath('sendOobCode')}`);
    await forgotten(page).click();
    expect((await request).postDataJSON()).toMatchObject({ requestType: 'PASSWORD_RESET', email });
    const shown = toast(page, /^Check your email/);
    // The pointer keeps the toast open on a slow machine.
    await shown.hover();
    await expect(forgotten(page)).toBeFocused();
    said.push(await page.locator('body').innerText());
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    await expect(shown).toBeHidden();
  }
  expect(said[1]).toBe(said[0]);
});

test('a sign-up creates no session in any tab, and leads to the login, also if its mail fails', async ({
  page,
  context,
  complaints,
}) => {
  complaints.excuseFailing(callPath('sendOobCode'));
  await visit(page, '/auth');
  const other = await context.newPage();
  await other.goto('/auth');
  const first = newcomer();
  await other.evaluate((email) => {
    addEventListener('storage', ({ newValue }) => {
      if (newValue?.includes(email)) document.title = 'met a session';
    });
  }, first.email);
  await signUp(page, first);
  await expect(toast(page, 'Account created! Please check your email to verify.')).toBeVisible();
  await looksRight(page, 'a new account');
  await expect(page).toHaveURL('/auth');
  await expect(passwordOf(page)).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(first.email);
  await page.reload();
  await page.waitForLoadState('networkidle');
  for (const it of [page, other]) await expect(it).toHaveURL('/auth');
  await expect(other).not.toHaveTitle('met a session');

  const user = newcomer();
  await page.route(`**${callPath('sendOobCode')}`, (route) => route.abort());
  await signUp(page, user);
  await expect(toast(page, /^Account created, but/)).toContainText('You can still log in.');
  await expect(emailOf(page)).toHaveValue(user.email);
  await expect(passwordOf(page)).toBeFocused();
});

test('a sign-up sends a mail that leads to the inbox, and shows the same words for a taken address', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing(callPath('signUp'));
  const user = newcomer();
  const said: string[] = [];
  await visit(page, '/auth');
  for (const requestType of ['VERIFY_EMAIL', 'PASSWORD_RESET']) {
    const mailed = page.waitForResponse(`**${callPath('sendOobCode')}`);
    await signUp(page, user);
    expect((await mailed).status()).toBe(200);
    const mail = (await mailed).request().postDataJSON() as object;
    expect(mail).toMatchObject({ requestType, continueUrl: new URL('/admin', page.url()).href });
    const shown = toast(page, 'Account created! Please check your email to verify.');
    await shown.hover();
    await expect(emailOf(page)).toHaveValue(user.email);
    await expect(passwordOf(page)).toBeFocused();
    said.push(await page.locator('body').innerText());
    await shown.getByRole('button', { name: 'Dismiss' }).click();
    await expect(shown).toBeHidden();
  }
  expect(said[1]).toBe(said[0]);
});
