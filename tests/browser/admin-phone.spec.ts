/** The inbox on a phone or with large text: leads first, everything else one tap away, a panel that covers the page. */
import { axeFaults, setTextSize, sidewaysScroll } from '../support/pages/looks.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test, type Page } from '../support/pages/stubbed.ts';

test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
});

const panelOf = (page: Page) => page.getByRole('dialog');
const close = (page: Page) => panelOf(page).getByRole('button', { name: 'Close' });
const callLink = (page: Page) => panelOf(page).getByRole('link', { name: /^Call/ });

const sixLeads = () => [
  ...leads(5),
  ...leads(1).map((it) => ({ ...it, id: 'long', industry: 'Remodeling / Home Renovation' })),
];

test('the first screen has leads, each with name, trade, time and state', async ({ page }) => {
  const [lead] = leads(1);
  await inboxOf(page, sixLeads());
  await expect(rowsOf(page).nth(3)).toBeInViewport({ ratio: 1 });
  const search = page.getByRole('searchbox');
  await expect(search).toBeInViewport({ ratio: 1 });
  const row = rowsOf(page).first();
  await expect(row.getByText(lead?.name ?? '?')).toBeVisible();
  await expect(row.getByText('Cleaning', { exact: true })).toBeVisible();
  await expect(row.locator('time')).toBeVisible();
  await expect(row.getByText('Delivered')).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(0);
  const cutTimes = await rowsOf(page)
    .locator('[data-column=date]')
    .evaluateAll((cells) =>
      cells.filter((cell) => {
        const [time] = cell.getElementsByTagName('time');
        return (time?.getBoundingClientRect().x ?? 0) < cell.getBoundingClientRect().x;
      }),
    );
  expect(cutTimes).toHaveLength(0);
});

test('the menus have the filters and tools, by key or by tap', async ({ page }) => {
  await inboxOf(page, sixLeads());
  await expect(rowsOf(page)).toHaveCount(6);
  for (const [menu, role, first] of [
    ['View', 'combobox', 'Show'],
    ['Menu', 'button', 'Resend all failed'],
  ] as const) {
    const inside = page.getByRole(role, { name: first });
    await expect(inside).toBeHidden();
    await menuButton(page, menu).focus();
    await page.keyboard.press('Enter');
    await expect(inside).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(inside).toBeFocused();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(inside).toBeHidden();
    await expect(menuButton(page, menu)).toBeFocused();
  }
  await menuButton(page, 'View').tap();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin?delivery=failed');
  await expect(page.getByRole('button', { name: 'View, 1 filter is on' })).toHaveText('View (1)');

  const erase = page.getByRole('button', { name: 'Erase a person' });
  const dialog = page.getByRole('dialog', { name: 'Erase a person' });
  await menuButton(page).tap();
  await erase.tap();
  await expect(erase).toBeHidden();
  for (const width of [800, 360, 800]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(dialog, `at ${width} px`).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(menuButton(page)).toBeFocused();
});

test('a lead opens by one tap, with thumb-sized links, and fits whatever its text', async ({
  page,
}) => {
  const word = 'x'.repeat(100);
  const by = `${'x'.repeat(60)}@example.com`;
  const at = new Date().toISOString();
  const [first, ...others] = leads(5);
  const attempts = [{ at, ms: 5, status: 500, answer: word, by }];
  const fields = { name: word, email: by, company: word, industry: word, message: word };
  const changes = { ...fields, attempts, answered: { at, by } };
  await inboxOf(page, first ? [{ ...first, ...changes }, ...others] : []);
  const panel = panelOf(page);
  await rowsOf(page).nth(2).tap();
  expect((await panel.boundingBox())?.width).toBeCloseTo(360);
  for (const name of [others[1]?.phone ?? '?', others[1]?.email ?? '?']) {
    const link = panel.getByRole('link', { name });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  // One row of 44 px buttons, and its padding.
  expect((await panel.locator('header').boundingBox())?.height).toBeLessThan(72);
  await close(page).tap();
  await expect(panel).toBeHidden();
  await nameOf(page, 0).click();
  await expect(panel).toContainText(`resent by ${by}`);
  expect(await panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});

test('Back closes the panel and stays in the view, does nothing once it is closed, and returns from a link of the panel', async ({
  page,
}) => {
  const panel = panelOf(page);
  const [failed, all] = ['/admin?delivery=failed', '/admin'];
  const [first, ...others] = leads(25);
  const changes = { attribution: { utm_campaign: 'spring' }, answered: null };
  await inboxOf(page, first ? [{ ...first, ...changes }, ...others] : []);
  await expect(page.getByRole('searchbox')).toHaveAttribute('maxlength', '300');
  for (const closes of [() => page.goBack(), () => close(page).tap()]) {
    await menuButton(page, 'View').tap();
    await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(failed);
    await rowsOf(page).first().tap();
    await expect(panel).toBeVisible();
    await closes();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL(failed);
    await page.goBack();
    await expect(page).toHaveURL(all);
  }
  await expect(rowsOf(page).nth(9)).toBeAttached();
  await rowsOf(page).first().tap();
  for (let i = 0; i < 20; i++) await panel.getByRole('button', { name: 'Next' }).tap();
  await close(page).tap();
  await expect(panel).toBeHidden();
  await expect(rowsOf(page).locator(':focus')).toBeInViewport({ ratio: 1 });

  await rowsOf(page).first().tap();
  await expect(panel).toContainText(/Waiting for 1? min|New: business hours have not begun/);
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

test('a lead can be found, read and closed with text at 200 %, without sideways scrolling at 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await inboxOf(page, leads(60));
  const row = rowsOf(page).first();
  await expect(row).toBeVisible();
  await setTextSize(page, '200%');
  expect(await sidewaysScroll(page)).toEqual([]);
  const cells = row.locator(':is(th, td):visible');
  await expect(cells).toHaveCount(4);
  for (const cell of await cells.all())
    expect((await cell.boundingBox())?.width, await cell.innerText()).toBeGreaterThan(200);
  await row.getByRole('rowheader').getByRole('button').tap();
  const panel = panelOf(page);
  expect((await panel.getByRole('heading').first().boundingBox())?.width).toBeGreaterThan(200);
  await expect(callLink(page)).toBeInViewport({ ratio: 1 });
  const fits = await panel.evaluate((it) => it.scrollWidth === it.clientWidth);
  expect(fits, 'the panel fits its window').toBe(true);

  await page.setViewportSize({ width: 320, height: 740 });
  await panel.getByRole('button', { name: 'Resend' }).tap();
  const toast = page.locator('.toast');
  await expect(toast).toContainText('Successfully sent to webhook');
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
  await close(page).tap();
  await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
  expect(await sidewaysScroll(page)).toEqual([]);

  await test.step('a window of 1280x1024 px, zoomed to 200 %', async () => {
    await setTextSize(page, '');
    await page.setViewportSize({ width: 640, height: 512 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(rowsOf(page).nth(1)).toBeInViewport({ ratio: 1 });
    await menuButton(page).click();
    for (const name of ['Export CSV', 'Logout'])
      await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await rowsOf(page).first().click();
    await expect(callLink(page)).toBeInViewport({ ratio: 1 });
    expect(await sidewaysScroll(page)).toEqual([]);
  });
});
