/** /auth with the keyboard, on a phone, for axe-core, without a network and without JavaScript. */
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { readText } from '../support/pages/read-text.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
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
  signUp,
  signUpButton,
  toLogin,
  toSignUp,
} from '../support/pages/sign-in.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const states: Record<string, (page: Page) => Promise<void>> = {
  'a login': (page) => expect(loginButton(page)).toBeEnabled(),
  'a sign-up': async (page) => {
    await toSignUp(page).click();
    await expect(signUpButton(page)).toBeEnabled();
  },
  'a wrong password': async (page) => {
    await login(page, { ...demoAdmin, password: 'not-this-one' });
    await expect(problem(page, 'Wrong e-mail or password.')).toBeVisible();
  },
  'a missing address': async (page) => {
    await loginButton(page).click();
    await expect(problem(page, 'Email is required')).toBeVisible();
  },
  'a visible password': async (page) => {
    await passwordOf(page).fill(demoAdmin.password);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(passwordOf(page)).toHaveAttribute('type', 'text');
  },
  'a pending login': async (page) => {
    await page.route(`**${callPath('signInWithPassword')}`, () => undefined);
    await login(page, demoAdmin);
    await expect(page.getByRole('button', { name: 'Logging in...' })).toBeDisabled();
  },
  'a new account': async (page) => {
    await signUp(page, newcomer());
    await expect(toast(page, /^Account created!/)).toBeVisible();
  },
  'a network failure': async (page) => {
    await page.route(`**${callPath('signInWithPassword')}`, (route) => route.abort('failed'));
    await login(page, demoAdmin);
    await expect(problem(page, /Check your connection/)).toBeVisible();
  },
};

test.describe('the sign-in card', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const [name, enter] of Object.entries(states)) {
    test(`with ${name} has no accessibility violations, and fits a phone of 320 px`, async ({
      page,
      visit,
      complaints,
    }) => {
      complaints.excuseFailing(callPath('signInWithPassword'));
      await visit('/auth');
      await enter(page);
      expect(await axeFaults(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysScroll(page)).toEqual([]);
    });
  }
});

test('signing in needs no mouse', async ({ page, visit }) => {
  await visit('/auth');
  const tab = async (to: (page: Page) => ReturnType<typeof emailOf>) => {
    await page.keyboard.press('Tab');
    await expect(to(page)).toBeFocused();
  };
  await expect(loginButton(page)).toBeEnabled();
  await emailOf(page).focus();
  await page.keyboard.type(demoAdmin.email);
  await tab(passwordOf);
  await page.keyboard.type(demoAdmin.password);
  await tab((it) => it.getByRole('button', { name: 'Show password' }));
  await page.keyboard.press('Enter');
  await expect(passwordOf(page)).toHaveAttribute('type', 'text');
  await tab(loginButton);
  await tab(forgotten);
  await tab(toSignUp);
  await page.keyboard.press('Enter');
  await expect(passwordOf(page)).toBeFocused();
  await tab((it) => it.getByRole('button', { name: 'Hide password' }));
  await tab(signUpButton);
  await tab(toLogin);
  await page.keyboard.press('Enter');
  await expect(passwordOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
});

test('a network failure is reported, and the next try can succeed', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(callPath('signInWithPassword'));
  await page.route(`**${callPath('signInWithPassword')}`, (route) => route.abort('failed'), {
    times: 1,
  });
  await visit('/auth');
  await fillCard(page, demoAdmin);
  await loginButton(page).click();
  await expect(toast(page, /Check your connection/)).toBeVisible();
  await expect(loginButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('/admin');
});

test("a failure to load Firebase's code is reported", async ({ page, visit, complaints }) => {
  complaints.excuseError('/_astro/account.');
  await page.route('**/_astro/account.*.js', (route) => route.abort('failed'));
  await visit('/auth');
  await login(page, demoAdmin);
  await expect(problem(page, /Check your connection/)).toBeVisible();
});

test('a password reset has the same answer for a known and an unknown address', async ({
  page,
  visit,
  complaints,
}) => {
  complaints.excuseFailing(callPath('sendOobCode'));
  const said: string[] = [];
  for (const email of [demoAdmin.email, newcomer().email]) {
    await visit('/auth');
    await emailOf(page).fill(email);
    const asked = page.waitForRequest(`**${callPath('sendOobCode')}`);
    await forgotten(page).click();
    expect((await asked).postDataJSON()).toMatchObject({ requestType: 'PASSWORD_RESET', email });
    await expect(toast(page, /^Check your email/)).toBeVisible();
    await expect(forgotten(page)).toBeFocused();
    said.push(await page.locator('body').innerText());
  }
  expect(said[1]).toBe(said[0]);
});

test('a password reset asks for the address first', async ({ page, visit }) => {
  await visit('/auth');
  await forgotten(page).click();
  await expect(problem(page, 'Email is required')).toBeVisible();
  await expect(emailOf(page)).toBeFocused();
});

test('the sign-in page shows a toast from the page before', async ({ page, visit }) => {
  await page.addInitScript(() => {
    sessionStorage.setItem(
      'leadwright:toast',
      JSON.stringify({ title: 'Logged out successfully' }),
    );
  });
  await visit('/auth');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the card asks for JavaScript and takes no password', async ({ page, visit }) => {
    await visit('/auth');
    expect(await readText(page, 'main')).toContain('Signing in needs JavaScript.');
    await expect(passwordOf(page)).toBeHidden();
  });
});
