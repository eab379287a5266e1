import type { SubmissionRecord } from '../../functions/store/record.ts';
import type { Delivery } from '../../src/shared/submission.ts';
import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  openButton,
  panelOf,
  resendButton,
  rowOf,
  rowsOf,
  test as base,
  type InboxSite,
  type Page,
} from '../support/pages/inbox-site.ts';
import { looksRight } from '../support/pages/looks.ts';
import { checkEvery } from '../../src/islands/inbox/alarm/alarm-store.ts';

const minute = 60_000;

/** Empties the inbox, because other tests may have left waiting leads, and controls the page's clock. */
const test = base.extend<{ emptyInbox: undefined }>({
  emptyInbox: [
    async ({ site, page }, use) => {
      await eraseAll(site);
      await page.clock.install();
      await use(undefined);
      await eraseAll(site);
    },
    { auto: true },
  ],
});

async function eraseAll({ store }: InboxSite): Promise<void> {
  const now = new Date().toISOString();
  await store.erase(await store.idsBefore(now, 100_000), now);
}

const nextLook = (page: Page) => page.clock.fastForward(checkEvery);

const announced = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence });
const time = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

/** A lead that has waited for this long and is not retried during a test. */
const waiting = (minutes: number): Partial<SubmissionRecord> => ({
  created_at: time(-minutes),
  delivery: { state: 'pending', next_attempt_at: time(60) },
  attempts: [],
});

const widths = [360, 1280];

/** The vertical position of the fourth row at each width. */
async function placed(page: Page): Promise<number[]> {
  const tops: number[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const row = rowsOf(page).nth(3);
    await row.hover();
    tops.push(
      await row.evaluate((element) => element.getBoundingClientRect().top + window.scrollY),
    );
  }
  return tops;
}

test('an alarm appears when a lead waits too long, shows that lead, and disappears with its delivery', async ({
  page,
  site,
}) => {
  await site.webhook.down();
  const { records } = await site.seed(3, (index) => (index === 1 ? waiting(23) : {}));
  const id = records[1]?.id ?? '';
  const show = page.getByRole('button', { name: 'Show undelivered' });
  const needed = page.getByRole('button', { name: '1 thing needs you' });
  await site.enter(page);
  await expect(announced(page, 'Deliveries are failing.')).toHaveCount(1);
  await needed.click();
  await expect(page.getByText('The oldest lead has been waiting for 23 minutes.')).toBeVisible();

  await show.click();
  await expect(page).toHaveURL('/admin?delivery=pending');
  await expect(rowOf(page, id)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(1);

  await site.webhook.up();
  await resendButton(page, id).click();
  await expect(toast(page, 'Successfully sent to webhook')).toBeVisible();
  await nextLook(page);
  await expect(needed).toBeHidden();
  await expect(announced(page, 'Deliveries are failing.')).toHaveCount(0);
});

test('alarms appear and disappear without shifting rows, and one reports a held lead until its release', async ({
  page,
  site,
}) => {
  const { records } = await site.seed(5, (index) =>
    index === 0 ? { answered: null, attempts: [] } : {},
  );
  const id = records[0]?.id ?? '';
  const put = (delivery: Delivery) =>
    site.store.change(id, (lead) => ({ ...lead, delivery, created_at: time(-300) }));
  await site.enter(page);
  const before = await placed(page);
  await put({ state: 'held', reasons: ['honeypot', 'link_in_name', 'of-tomorrow'] });
  await nextLook(page);
  const needed = page.getByRole('button', { name: '1 thing needs you' });
  const show = page.getByRole('button', { name: 'Show held' });
  await expect(needed).toBeInViewport({ ratio: 1 });
  await expect(announced(page, 'Leads are held.')).toHaveCount(1);
  expect(await placed(page)).toEqual(before);
  await needed.click();
  await expect(page.getByText('The oldest has been held for 5 hours.')).toBeVisible();
  await looksRight(page, 'what it says', widths);

  await show.click();
  await expect(page).toHaveURL('/admin?delivery=held');
  const count = page.getByRole('link', { name: '1 held' });
  await expect(count).toHaveAttribute('aria-current', 'page');
  await expect(count).toHaveAttribute('href', '/admin?delivery=held');
  await expect(rowOf(page, id).getByText('Held')).toBeVisible();
  await openButton(page, id).click();
  const panel = panelOf(page);
  await expect(panel.getByRole('list', { name: 'Why' }).getByRole('listitem')).toHaveText([
    'A hidden field was filled in.',
    'There is a link in the name or the company.',
    'of-tomorrow',
  ]);
  const wait = panel.getByText('Answer', { exact: true });
  await expect(wait).toBeHidden();
  await looksRight(page, 'a held lead', widths);
  await expect(panel.getByRole('button', { name: 'Call back' })).toBeHidden();
  await panel.getByRole('button', { name: 'Release' }).click();
  await expect(toast(page, 'Released')).toBeVisible();
  await expect(wait).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Resend' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(needed).toBeHidden();
  await expect(page.getByText('0 held', { exact: true })).toBeVisible();
  await expect.poll(() => site.webhook.of(id).length).toBe(1);
  await nextLook(page);
  await expect(announced(page, 'Leads are held.')).toHaveCount(0);
});
