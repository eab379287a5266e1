/** The alarm of failing deliveries, with a real server, store and webhook. */
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { api } from '../../src/shared/api.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { expect, openButton, resendButton, rowOf, type Page } from '../support/pages/inbox-site.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { minute, nextLook, test } from '../support/worlds/waits.ts';

const announced = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Deliveries are failing.' });
const show = (page: Page) => page.getByRole('button', { name: 'Show undelivered' });

/** A lead that has waited for this long and isn't retried while a test runs. */
const waiting = (minutes: number): Partial<SubmissionRecord> => ({
  created_at: new Date(Date.now() - minutes * minute).toISOString(),
  delivery: {
    state: 'pending',
    next_attempt_at: new Date(Date.now() + 60 * minute).toISOString(),
  },
  attempts: [],
});

test('an alarm comes when a lead waits too long, shows that lead, and goes with its delivery', async ({
  page,
  site,
  seed,
  enter,
}) => {
  await site.webhook.down();
  const { records } = await seed(3, (index) => (index === 1 ? waiting(23) : {}));
  const [, lead] = records;
  const id = lead?.id ?? '';
  await enter();
  await expect(announced(page)).toHaveCount(1);
  await expect(page.getByText('The oldest lead has been waiting for 23 minutes.')).toBeVisible();

  await show(page).click();
  await expect(page).toHaveURL('/admin?delivery=pending');
  await expect(rowOf(page, id)).toBeVisible();
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(1);

  await site.webhook.up();
  await resendButton(page, id).click();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await nextLook(page);
  await expect(show(page)).toBeHidden();
  await expect(announced(page)).toHaveCount(0);
});

test('an alarm shows failed leads before pending ones', async ({ page, seed, enter }) => {
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

test('an alarm can be hidden until the page is reloaded', async ({ page, seed, enter }) => {
  const { records } = await seed(1, () => waiting(15));
  await enter();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(show(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
  await page.reload();
  await expect(show(page)).toBeVisible();
  await expect(openButton(page, records[0]?.id ?? '')).toBeVisible();
});

test('no alarm comes for a wait of less than fifteen minutes', async ({ page, seed, enter }) => {
  await seed(1, () => waiting(13));
  const alerts = page.waitForResponse(`**${api.alerts}`);
  await enter();
  await (await alerts).finished();
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(1);
  await expect(announced(page)).toHaveCount(0);
});

for (const width of [360, 768, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('an alarm moves no row when it comes or goes, fits the window, and has no fault for axe-core', async ({
      page,
      site,
      seed,
      enter,
    }) => {
      const { records } = await seed(12);
      const last = records.at(-1)?.id ?? '';
      const put = (delivery: Delivery) => site.store.change(last, (it) => ({ ...it, delivery }));
      await enter();
      const row = page.locator('tbody tr[data-id]').nth(3);
      await row.hover();
      const before = await row.boundingBox();
      const time = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();
      await put({ state: 'pending', since: time(-6000), next_attempt_at: time(60) });
      await nextLook(page);
      const alarm =
        width < 704 ? page.getByRole('button', { name: '1 thing needs you' }) : show(page);
      await expect(alarm).toBeInViewport({ ratio: 1 });
      expect(await row.boundingBox()).toEqual(before);
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(await axeFaults(page)).toEqual([]);

      await put({ state: 'delivered', at: time(0) });
      await nextLook(page);
      await expect(alarm).toBeHidden();
      expect(await row.boundingBox()).toEqual(before);
    });
  });
}
