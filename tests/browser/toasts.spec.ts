import { hydrated, sendButton, toast } from '../support/pages/contact-form.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const region = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const toasts = (page: Page) => region(page).locator('.toast');
const dismiss = (page: Page) => toasts(page).getByRole('button', { name: 'Dismiss' });

/** Sending an empty form shows a toast; the clock only moves in `runFor`. */
async function openWithToast(page: Page, visit: (path: string) => Promise<void>) {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await visit('/contact');
  await hydrated(page);
  await sendButton(page).click();
  await expect(toasts(page)).toHaveCount(1);
}

async function expectToLeaveAfter(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds - 1);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(1);
  await expect(toasts(page)).toHaveCount(0);
}

const leave = (page: Page, toast: object) =>
  page.addInitScript((json) => {
    if (location.pathname !== '/' || sessionStorage.getItem('left')) return;
    sessionStorage.setItem('left', 'yes');
    sessionStorage.setItem('leadwright:toast', json);
  }, JSON.stringify(toast));

test('a toast stays for 5 seconds', async ({ page, visit }) => {
  await openWithToast(page, visit);
  await expectToLeaveAfter(page, 5000);
});

test('a toast stays under the pointer, and then for the rest of its time', async ({
  page,
  visit,
}) => {
  await openWithToast(page, visit);
  await page.clock.runFor(3000);
  await toasts(page).hover();
  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expectToLeaveAfter(page, 2000);
});

test('a toast stays while it has the focus, and then for the rest of its time', async ({
  page,
  visit,
}) => {
  await openWithToast(page, visit);
  await page.clock.runFor(3000);
  await dismiss(page).focus();
  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveCount(1);
  await dismiss(page).blur();
  await expectToLeaveAfter(page, 2000);
});

test('a toast with the pointer and the focus waits until both leave', async ({ page, visit }) => {
  await openWithToast(page, visit);
  await page.clock.runFor(3000);
  await toasts(page).hover();
  await page.clock.runFor(10_000);
  await dismiss(page).focus();
  await page.mouse.move(5, 5);
  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveCount(1);
  await dismiss(page).blur();
  await expectToLeaveAfter(page, 2000);
});

test('a toast stays while the page is hidden, and then for the rest of its time', async ({
  page,
  visit,
}) => {
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await openWithToast(page, visit);
  await page.clock.runFor(3000);
  await setHidden(true);
  await page.clock.runFor(60_000);
  await expect(toasts(page)).toHaveCount(1);
  await setHidden(false);
  await expectToLeaveAfter(page, 2000);
});

test('a toast stays while a modal dialog covers it', async ({ page, visit }) => {
  await openWithToast(page, visit);
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

test('a click dismisses a toast', async ({ page, visit }) => {
  await openWithToast(page, visit);
  await dismiss(page).click();
  await expect(toasts(page)).toHaveCount(0);
});

test('the keyboard reaches and dismisses a toast', async ({ page, visit }) => {
  await openWithToast(page, visit);
  await page.keyboard.press('Shift+Tab');
  for (let stops = 0; stops < 60; stops += 1) {
    if (await dismiss(page).evaluate((it) => it === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(dismiss(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);
});

test('toasts stack without overlapping, each with its own time', async ({ page, visit }) => {
  await openWithToast(page, visit);
  await page.clock.runFor(2000);
  await sendButton(page).click();
  await expect(toasts(page)).toHaveCount(2);
  const boxes = await Promise.all((await toasts(page).all()).map((it) => it.boundingBox()));
  const [upper, lower] = boxes.toSorted((a, b) => (a?.y ?? 0) - (b?.y ?? 0));
  expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeLessThanOrEqual(lower?.y ?? 0);
  for (const it of await toasts(page).all()) await expect(it).toBeInViewport({ ratio: 1 });
  await page.clock.runFor(3000);
  await expect(toasts(page)).toHaveCount(1);
  await page.clock.runFor(2000);
  await expect(toasts(page)).toHaveCount(0);
});

test('many toasts leave the page in view, and the newest have their buttons', async ({
  page,
  visit,
}) => {
  await openWithToast(page, visit);
  for (let more = 0; more < 5; more += 1) await sendButton(page).click();
  await expect(toasts(page)).toHaveCount(6);
  await expect(toasts(page).filter({ visible: true })).toHaveCount(3);
  await expect(toasts(page).last()).toBeVisible();
});

test('live regions are on the page before there is anything to announce', async ({
  page,
  visit,
}) => {
  await visit('/contact');
  await hydrated(page);
  await expect(region(page).getByRole('status')).toHaveCount(1);
  await expect(region(page).getByRole('alert')).toHaveCount(1);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast that one page leaves is shown once, by the next page', async ({ page, visit }) => {
  await leave(page, { title: 'Logged out successfully' });
  await visit('/');
  await expect(toast(page, 'Logged out successfully')).toBeVisible();
  await expect(region(page).getByRole('status')).toContainText('Logged out successfully');
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(toasts(page)).toHaveCount(0);
});

test('an error that one page leaves is announced as an error', async ({ page, visit }) => {
  await leave(page, {
    title: 'Access denied. You need admin privileges.',
    description: 'Ask for them.',
    destructive: true,
  });
  await visit('/');
  const alert = region(page).getByRole('alert');
  await expect(alert).toContainText('Access denied. You need admin privileges.');
  await expect(alert).toContainText('Ask for them.');
});

test('a damaged toast from another page is ignored', async ({ page, visit }) => {
  await leave(page, { description: 'no title' });
  await visit('/');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => sessionStorage.getItem('leadwright:toast'))).toBeNull();
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast slides in unless the visitor prefers reduced motion', async ({ page, visit }) => {
  const moves = () => toasts(page).evaluate((it) => getComputedStyle(it).animationName);
  await openWithToast(page, visit);
  expect(await moves()).not.toBe('none');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves()).toBe('none');
});
