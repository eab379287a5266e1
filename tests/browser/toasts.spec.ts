import { toast, type ContactForm } from '../support/pages/contact-form.ts';
import { stubSubmissions, submitPath } from '../support/pages/submissions.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toasts = (page: Page) => region(page).locator('.toast');
const dismiss = (page: Page) => toasts(page).getByRole('button', { name: 'Dismiss' });

/** Sending an empty form shows a toast; the clock only moves in `runFor`. */
async function openForm(form: ContactForm) {
  const { page } = form;
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await form.open('/contact');
}

async function expectToLeaveAfter(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds - 1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toasts(page)).toHaveCount(0);
}

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

const holds: Record<string, [(page: Page) => Promise<void>, (page: Page) => Promise<void>]> = {
  'is under the pointer': [(page) => toasts(page).hover(), (page) => page.mouse.move(5, 5)],
  'has the focus': [(page) => dismiss(page).focus(), (page) => dismiss(page).blur()],
  'is on a hidden page': [(page) => setHidden(page, true), (page) => setHidden(page, false)],
};

test('a toast stays for 5 seconds, and longer while it may be read', async ({ page, form }) => {
  await openForm(form);
  await form.send.click();
  await expectToLeaveAfter(page, 5000);
  for (const [state, [begin, end]] of Object.entries(holds))
    await test.step(`while it ${state}`, async () => {
      await form.send.click();
      await expect(toasts(page)).toHaveCount(1);
      await page.clock.runFor(3000);
      await begin(page);
      await page.clock.runFor(60_000);
      await expect(toasts(page)).toHaveCount(1);
      await end(page);
      await expectToLeaveAfter(page, 2000);
    });
  await test.step('while a modal dialog covers it', async () => {
    await form.send.click();
    await page.evaluate(() => {
      document.body.append(document.createElement('dialog'));
      document.querySelector('dialog')?.showModal();
    });
    await page.clock.runFor(60_000);
    await expect(toasts(page)).toHaveCount(1);
    await page.evaluate(() => document.querySelector('dialog')?.close());
    await page.clock.runFor(5000);
    await expect(toasts(page)).toHaveCount(0);
  });
});

test('each failed send shows one toast in place of the one before, dismissed by a click or by keyboard', async ({
  page,
  form,
  complaints,
}) => {
  complaints.excuseFailing(submitPath);
  (await stubSubmissions(page)).answer({ status: 500, json: { error: 'Broken.' } });
  await openForm(form);
  await form.fillIn();
  await page.clock.runFor(1000);
  for (let sends = 1; sends <= 3; sends += 1) {
    await form.send.click();
    await expect(toasts(page).filter({ hasText: 'Submission Failed' })).toHaveCount(1);
    await expect(toasts(page)).toBeInViewport({ ratio: 1 });
    await page.clock.runFor(3000);
  }
  await expectToLeaveAfter(page, 2000);

  await form.send.click();
  await dismiss(page).click();
  await expect(toasts(page)).toHaveCount(0);

  await form.send.click();
  await expect(toasts(page)).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  for (let stops = 0; stops < 60; stops += 1) {
    if (await dismiss(page).evaluate((it) => it === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);

  await form.send.click();
  const moves = () => toasts(page).evaluate((it) => getComputedStyle(it).animationName);
  expect(await moves()).not.toBe('none');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves()).toBe('none');
});

test('a toast left for the next page is shown once, and a damaged one is ignored', async ({
  page,
  form,
}) => {
  await visit(page, '/');
  const leave = (toast: object) =>
    page.evaluate(
      (json) => sessionStorage.setItem('leadwright:toast', json),
      JSON.stringify(toast),
    );
  await leave({ title: 'Logged out successfully' });
  await visit(page, '/');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await expect(region(page).getByRole('status')).toContainText('Logged out successfully');
  const scripts: string[] = [];
  page.on('request', (it) => {
    if (it.resourceType() === 'script') scripts.push(it.url());
  });
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(toasts(page)).toHaveCount(0);
  expect(scripts, 'without a toast, the page loads no script file').toEqual([]);

  await leave({ title: 'Access denied.', description: 'Ask for it.', destructive: true });
  await visit(page, '/');
  const alert = region(page).locator('[aria-live=assertive]');
  await expect(alert).toContainText('Access denied.');
  await expect(alert).toContainText('Ask for it.');

  await leave({ description: 'no title' });
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => sessionStorage.getItem('leadwright:toast'))).toBeNull();
  await expect(toasts(page)).toHaveCount(0);
  await form.open('/contact');
  for (const live of ['[role=status]', '[aria-live=assertive]'])
    await expect(region(page).locator(live), 'there before its words').toHaveCount(1);
});
