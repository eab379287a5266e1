/** How salespeople find leads that are held as spam, and release them. */
import type { SubmissionRecord } from '../../functions/store/record.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import { expect, openButton, panelOf, rowOf, rowsOf, viewOf } from '../support/pages/inbox-site.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { minute, nextLook, test } from '../support/worlds/waits.ts';

const held = (hours: number): Partial<SubmissionRecord> => ({
  created_at: new Date(Date.now() - hours * 60 * minute).toISOString(),
  delivery: { state: 'held', reasons: ['link_in_name'] },
  attempts: [],
});

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('an alarm shows a lead that was held for hours until it is released', async ({
      page,
      site,
      seed,
      enter,
    }) => {
      const { records } = await seed(6, (index) => (index === 2 ? held(5) : {}));
      const id = records[2]?.id ?? '';
      await enter();
      const announced = page.getByRole('status').filter({ hasText: 'Leads are held as spam.' });
      await expect(announced).toHaveCount(1);
      if (width === 360) await page.getByRole('button', { name: '1 thing needs you' }).click();
      await expect(page.getByText('The oldest has been held for 5 hours.')).toBeVisible();
      expect(await sidewaysScroll(page)).toEqual([]);
      expect(await axeFaults(page)).toEqual([]);

      await page.getByRole('button', { name: 'Show held' }).click();
      await expect(page).toHaveURL('/admin?delivery=held');
      await openButton(page, id).click();
      await panelOf(page).getByRole('button', { name: 'Release' }).click();
      await expect(toast(page, 'Released')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('0 held as spam')).toBeVisible();
      await expect.poll(() => site.webhook.of(id).length).toBe(1);
      await nextLook(page);
      await expect(announced).toHaveCount(0);
    });

    test('every view counts the held leads and links to them', async ({ page, seed, enter }) => {
      const { word, records } = await seed(4, (index) => (index < 2 ? held(1) : {}));
      const count = page.getByRole('link', { name: '2 held as spam' });
      await enter();
      await expect(count).toBeInViewport();
      expect(await sidewaysScroll(page)).toEqual([]);
      for (const view of ['/admin?delivery=failed', `/admin?industry=medical`, '/admin?q=nobody']) {
        await page.goto(view);
        await expect(count).toBeInViewport();
      }
      await page.goto(`/admin?q=${word}`);
      await expect(rowsOf(page)).toHaveCount(4);
      await expect(rowOf(page, records[0]?.id ?? '').getByText('Held')).toBeVisible();
      await count.click();
      await expect(page).toHaveURL('/admin?delivery=held');
      await expect(rowsOf(page)).toHaveCount(2);
      await expect(count).toHaveAttribute('aria-current', 'page');
    });
  });
}

test('a lead held as spam says why, and is delivered when it is released', async ({
  page,
  enter,
  seed,
  site,
}) => {
  const { word, records } = await seed(1, () => ({
    delivery: { state: 'held' as const, reasons: ['honeypot', 'link_in_name', 'of-tomorrow'] },
    attempts: [],
    answered: null,
  }));
  const id = records[0]?.id ?? '';
  await enter(viewOf(word, '&delivery=pending'));
  await expect(page.getByText('No submission matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption({ label: 'Held' });
  await expect(rowOf(page, id).getByRole('button', { name: /^Release/ })).toBeVisible();
  await openButton(page, id).click();
  const panel = panelOf(page);
  await expect(panel.getByRole('list', { name: 'Why' }).getByRole('listitem')).toHaveText([
    'A hidden field was filled in.',
    'There is a link in the name or the company.',
    'of-tomorrow',
  ]);
  expect(await axeFaults(page)).toEqual([]);
  const wait = panel.getByText('Answer', { exact: true });
  await expect(wait).toBeHidden();
  await panel.getByRole('button', { name: 'Release' }).click();
  await expect(toast(page, 'Released')).toBeVisible();
  await expect(wait).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Resend' })).toBeVisible();
  await expect.poll(() => site.webhook.of(id).length).toBe(1);
});
