/** On a phone, the panel covers the page: Back closes it, and a link of it leads to the list. */
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton } from '../support/pages/menus.ts';
import { expect, test, type Page } from '../support/pages/stubbed-inbox.ts';

test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
});

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const panel = (page: Page) => page.getByRole('dialog');

async function filterByFailed(page: Page): Promise<void> {
  await menuButton(page, 'View').tap();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin?delivery=failed');
}

test('Back closes the panel and stays in the view', async ({ page, enterStubbed }) => {
  await enterStubbed(leads(50));
  await filterByFailed(page);
  await rows(page).first().tap();
  await expect(panel(page)).toBeVisible();
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL('/admin?delivery=failed');
  await page.goBack();
  await expect(page).toHaveURL('/admin');
});

test('a panel that was closed otherwise leaves nothing for Back to do, and its lead in view', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(50));
  await filterByFailed(page);
  await rows(page).first().tap();
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await expect(panel(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/admin');

  await expect(rows(page).nth(9)).toBeAttached();
  await rows(page).first().tap();
  for (let i = 0; i < 20; i++) await panel(page).getByRole('button', { name: 'Next' }).tap();
  await panel(page).getByRole('button', { name: 'Close' }).tap();
  await expect(panel(page)).toBeHidden();
  await expect(rows(page).locator(':focus')).toBeInViewport({ ratio: 1 });
});

test('a link of the panel closes it, and Back leads to the view before', async ({
  page,
  enterStubbed,
}) => {
  const [first, ...others] = leads(50);
  const changes = { attribution: { utm_campaign: 'spring' }, answered: null };
  await enterStubbed(first ? [{ ...first, ...changes }, ...others] : []);
  await expect(page.getByRole('searchbox')).toHaveAttribute('maxlength', '300');
  await rows(page).first().tap();
  await expect(panel(page)).toContainText('Waiting for 0 min (business hours)');
  for (const width of [700, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect((await panel(page).boundingBox())?.width).toBeCloseTo(width);
  }
  await panel(page).getByRole('link', { name: 'Show this campaign' }).tap();
  await expect(page).toHaveURL('/admin?campaign=spring');
  await expect(panel(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/admin');
  await expect(panel(page)).toBeHidden();
});
