/** The strip that warns of failing deliveries, with a real server, store and webhook. */
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { api } from '../../src/shared/api.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { expect, openButton, resendButton, rowOf, type Page } from '../support/pages/inbox-site.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { minute, nextLook, test, untilHealthSays } from '../support/worlds/waits.ts';

const failing = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Deliveries are failing.' });
const show = (page: Page) => page.getByRole('button', { name: 'Show undelivered' });
const hide = (page: Page) => page.getByRole('button', { name: 'Hide' });

/** A lead that has waited for this long and isn't retried while a test runs. */
const waiting = (minutes: number): Partial<SubmissionRecord> => ({
  created_at: new Date(Date.now() - minutes * minute).toISOString(),
  delivery: {
    state: 'pending',
    next_attempt_at: new Date(Date.now() + 60 * minute).toISOString(),
  },
  attempts: [],
});

test('the strip appears when a lead waits too long, shows that lead, and disappears with its delivery', async ({
  page,
  request,
  site,
  seed,
  enter,
}) => {
  await site.webhook.down();
  const { records } = await seed(3, (index) => (index === 1 ? waiting(23) : {}));
  const [, lead] = records;
  const id = lead?.id ?? '';
  await page.unroute(`**${api.health}`);
  await untilHealthSays(request, 23);
  await enter();
  await expect(failing(page)).toBeVisible();
  await expect(page.getByText('The oldest lead has been waiting for 23 minutes.')).toBeVisible();

  await show(page).click();
  await expect(page).toHaveURL('/admin?delivery=pending');
  await expect(rowOf(page, id)).toBeVisible();
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(1);

  await site.webhook.up();
  await resendButton(page, id).click();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await untilHealthSays(request, null);
  // The pointer is still on the row, so the words disappear, but their space stays.
  const before = await rowOf(page, id).boundingBox();
  await nextLook(page);
  await expect(failing(page)).toBeHidden();
  expect((await rowOf(page, id).boundingBox())?.y).toBe(before?.y);
});

test('the strip shows failed leads before pending ones', async ({ page, seed, enter }) => {
  const { records } = await seed(2, (index) => ({
    ...waiting(200 - index),
    ...(index === 1 && { delivery: { state: 'failed', at: new Date().toISOString() } }),
  }));
  await enter();
  await expect(page.getByText('waiting for 3 hours.')).toBeVisible();
  await show(page).click();
  await expect(page).toHaveURL('/admin?delivery=failed');
  await expect(rowOf(page, records[1]?.id ?? '')).toBeVisible();
});

test('the strip can be hidden until the page is reloaded', async ({ page, seed, enter }) => {
  const { records } = await seed(1, () => waiting(15));
  await enter();
  await expect(failing(page)).toBeVisible();
  await hide(page).click();
  await expect(failing(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
  await page.reload();
  await expect(failing(page)).toBeVisible();
  await expect(openButton(page, records[0]?.id ?? '')).toBeVisible();
});

test('the strip ignores a wait of less than fifteen minutes', async ({ page, seed, enter }) => {
  await seed(1, () => waiting(13));
  const health = page.waitForResponse(`**${api.health}`);
  await enter();
  await (await health).finished();
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(1);
  await expect(failing(page)).toBeHidden();
});

test('the strip moves no row under the pointer when it appears', async ({
  page,
  site,
  seed,
  enter,
}) => {
  await seed(40);
  await enter();
  const row = page.locator('tbody tr[data-id]').nth(3);
  await row.hover();
  const before = await row.boundingBox();
  const [late] = (await site.store.page({ filter: {}, limit: 1 })).records;
  await seed(1, () => ({ ...waiting(6000), company: late?.company ?? '' }));
  await nextLook(page);
  await expect(page.getByText('waiting for 4 days.')).toBeVisible();
  // Windows scroll by whole pixels.
  expect((await row.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0);
});

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('the strip fits the window, and axe-core finds no fault', async ({
      page,
      seed,
      enter,
    }) => {
      await seed(12, (index) => (index === 4 ? waiting(23) : {}));
      await enter();
      await expect(failing(page)).toBeInViewport();
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(await axeFaults(page)).toEqual([]);
    });
  });
}
