import { expect, test, type Page } from '../support/pages/test.ts';

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });
const inMenu = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('link', { name, exact: true });

test.use({ viewport: { width: 360, height: 740 } });

test('the menu starts closed, opens at a press and closes at the next', async ({ page, visit }) => {
  await visit('/about');
  await expect(inMenu(page, 'Services')).toBeHidden();
  await menuButton(page).click();
  for (const name of ['Home', 'About', 'Services', 'Pricing', 'Contact', 'Check Lead Prices'])
    await expect(inMenu(page, name)).toBeInViewport();
  await menuButton(page).click();
  await expect(inMenu(page, 'Services')).toBeHidden();
});

test('the keyboard alone opens and closes the menu, and the focus returns to the button', async ({
  page,
  visit,
}) => {
  await visit('/about');
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(inMenu(page, 'Home')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(inMenu(page, 'Home')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inMenu(page, 'Home')).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
});

test('the keyboard stays in the header while the menu covers the page', async ({ page, visit }) => {
  await visit('/about');
  await menuButton(page).click();
  await inMenu(page, 'Check Lead Prices').focus();
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':is(main, footer) :focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await menuButton(page).focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('a window that gets wider shows the bar in place of the menu', async ({ page, visit }) => {
  await visit('/about');
  await menuButton(page).click();
  await expect(inMenu(page, 'Services')).toBeVisible();
  await page.setViewportSize({ width: 1000, height: 740 });
  await expect(inMenu(page, 'Services')).toBeInViewport();
  const brand = await page.getByRole('link', { name: 'Leadwright' }).first().boundingBox();
  const first = await inMenu(page, 'Home').boundingBox();
  expect(first?.x).toBeGreaterThan((brand?.x ?? 0) + (brand?.width ?? Infinity));
  await page.keyboard.press('Escape');
  await expect(inMenu(page, 'Services')).toBeInViewport();
});

test('a press outside the menu closes it', async ({ page, visit }) => {
  await visit('/about');
  await menuButton(page).click();
  await expect(inMenu(page, 'Services')).toBeVisible();
  await page.mouse.click(180, 720);
  await expect(inMenu(page, 'Services')).toBeHidden();
});

test('the menu leads to the prices and is closed there', async ({ page, visit }) => {
  await visit('/about');
  await menuButton(page).click();
  await inMenu(page, 'Check Lead Prices').click();
  await expect(page).toHaveURL('/pricing');
  await expect(inMenu(page, 'Services')).toBeHidden();
});

test('the menu marks the current page', async ({ page, visit }) => {
  await visit('/services');
  await menuButton(page).click();
  await expect(inMenu(page, 'Services')).toHaveAttribute('aria-current', 'page');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu still opens, navigates and closes', async ({ page, visit }) => {
    await visit('/');
    await expect(inMenu(page, 'About')).toBeHidden();
    await menuButton(page).click();
    await expect(inMenu(page, 'About')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(inMenu(page, 'About')).toBeHidden();
    await menuButton(page).click();
    await inMenu(page, 'About').click();
    await expect(page).toHaveURL('/about');
  });
});
