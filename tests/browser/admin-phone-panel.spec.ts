/** On a phone or with large text, the panel covers the page: Back closes it, and a link of it leads to the list. */
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton } from '../support/pages/menus.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test, type Page } from '../support/pages/stubbed-inbox.ts';
import { setTextSize } from '../support/pages/text-size.ts';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const panelOf = (page: Page) => page.getByRole('dialog');
const close = (page: Page) => panelOf(page).getByRole('button', { name: 'Close' });
const callLink = (page: Page) => panelOf(page).getByRole('link', { name: /^Call/ });

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('Back closes the panel and stays in the view, and has nothing to do once it is closed', async ({
    page,
    enterStubbed,
  }) => {
    const panel = panelOf(page);
    const [failed, all] = ['/admin?delivery=failed', '/admin'];
    await enterStubbed(leads(50));
    for (const closes of [() => page.goBack(), () => close(page).tap()]) {
      await menuButton(page, 'View').tap();
      await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(failed);
      await rows(page).first().tap();
      await expect(panel).toBeVisible();
      await closes();
      await expect(panel).toBeHidden();
      await expect(page).toHaveURL(failed);
      await page.goBack();
      await expect(page).toHaveURL(all);
    }
    await expect(rows(page).nth(9)).toBeAttached();
    await rows(page).first().tap();
    for (let i = 0; i < 20; i++) await panel.getByRole('button', { name: 'Next' }).tap();
    await close(page).tap();
    await expect(panel).toBeHidden();
    await expect(rows(page).locator(':focus')).toBeInViewport({ ratio: 1 });
  });

  test('a link of the panel closes it, and Back leads to the view before', async ({
    page,
    enterStubbed,
  }) => {
    const panel = panelOf(page);
    const [first, ...others] = leads(50);
    const changes = { attribution: { utm_campaign: 'spring' }, answered: null };
    await enterStubbed(first ? [{ ...first, ...changes }, ...others] : []);
    await expect(page.getByRole('searchbox')).toHaveAttribute('maxlength', '300');
    await rows(page).first().tap();
    await expect(panel).toContainText('Waiting for 0 min (business hours)');
    for (const width of [700, 360]) {
      await page.setViewportSize({ width, height: 640 });
      expect((await panel.boundingBox())?.width).toBeCloseTo(width);
    }
    await panel.getByRole('link', { name: 'Show this campaign' }).tap();
    await expect(page).toHaveURL('/admin?campaign=spring');
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/admin');
    await expect(panel).toBeHidden();
  });

  test('a lead can be found, read and closed with text at 200 %, and nothing sticks out at 320 px', async ({
    page,
    enterStubbed,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await enterStubbed(leads(60));
    const row = rows(page).first();
    await expect(row).toBeVisible();
    await setTextSize(page, '200%');
    expect(await sidewaysScroll(page)).toEqual([]);
    const cells = row.locator(':is(th, td):visible');
    await expect(cells).toHaveCount(5);
    for (const it of await cells.all())
      expect((await it.boundingBox())?.width, await it.innerText()).toBeGreaterThan(200);
    await row.getByRole('button').tap();
    const panel = panelOf(page);
    expect((await panel.getByRole('heading').first().boundingBox())?.width).toBeGreaterThan(200);
    await expect(callLink(page)).toBeInViewport({ ratio: 1 });
    const fits = await panel.evaluate((it) => it.scrollWidth === it.clientWidth);
    expect(fits, 'the panel fits its window').toBe(true);

    await page.setViewportSize({ width: 320, height: 740 });
    await page.getByRole('button', { name: 'Resend' }).tap();
    const toast = page.locator('.toast');
    await expect(toast).toContainText('Successfully sent to webhook');
    await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
    await close(page).tap();
    await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
    expect(await sidewaysScroll(page)).toEqual([]);
  });
});

test.describe('zoomed to 200 %', () => {
  // The viewport of a 1280x1024 window at that zoom.
  test.use({ viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 });

  test('the inbox shows leads, its menus and one lead whole', async ({ page, enterStubbed }) => {
    await enterStubbed(leads(5));
    await expect(rows(page).nth(1)).toBeInViewport({ ratio: 1 });
    expect(await sidewaysScroll(page)).toEqual([]);
    await menuButton(page, 'View').click();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await rows(page).first().click();
    await expect(callLink(page)).toBeInViewport({ ratio: 1 });
    expect(await sidewaysScroll(page)).toEqual([]);
  });
});
