import { legalPaths } from '../support/pages/routes.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const bar = (page: Page) => page.getByRole('banner');

const places = [
  ['Home', '/'],
  ['About', '/about'],
  ['Services', '/services'],
  ['Pricing', '/pricing'],
  ['Contact', '/contact'],
] as const;

test('the bar links to five pages and marks the current one', async ({ page, visit }) => {
  await visit('/');
  for (const [name, path] of places) {
    await bar(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    const current = bar(page).locator('[aria-current]');
    await expect(current).toHaveCount(1);
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current).toHaveText(name);
  }
});

test('the bar marks nothing on a page that it does not link to', async ({ page, visit }) => {
  for (const path of legalPaths) {
    await visit(path);
    await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  }
});

test('the wide bar leads to the prices without a menu', async ({ page, visit }) => {
  await visit('/about');
  await expect(bar(page).getByRole('button', { name: 'Menu' })).toHaveCount(0);
  await bar(page).getByRole('link', { name: 'Check Lead Prices' }).click();
  await expect(page).toHaveURL('/pricing');
});

test('the skip link is first in the tab order and skips the bar', async ({ page, visit }) => {
  await visit('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^skip to/i });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('each link in the footer leads to its page', async ({ page, visit }) => {
  const footer = page.getByRole('contentinfo');
  const links = [
    ['About Us', '/about'],
    ['Services', '/services'],
    ['Pricing', '/pricing'],
    ['Contact', '/contact'],
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
  ] as const;
  await visit('/');
  for (const [name, path] of links) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
  }
  for (const name of ['Quick Links', 'Legal'])
    await expect(footer.getByRole('heading', { name })).toBeVisible();
});

test('a page opens at its top, however far down the link was', async ({ page, visit }) => {
  await visit('/');
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'About Us' });
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  await link.click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test.describe('the button', () => {
  const scrolls = [
    { path: '/', link: 'See How It Works', hash: '#how-it-works' },
    { path: '/tree-service', link: 'See How It Works', hash: '#how-it-works' },
    { path: '/tree-service', link: 'Get Started Today', hash: '#contact-form' },
  ];
  for (const width of [360, 1280]) {
    for (const { path, link, hash } of scrolls) {
      test(`'${link}' on ${path} scrolls to ${hash} at ${width} px`, async ({ page, visit }) => {
        await page.setViewportSize({ width, height: 800 });
        await visit(path);
        await page.getByRole('link', { name: link }).first().click();
        await expect(page).toHaveURL(path + hash);
        const target = page.locator(hash);
        // The target's top must be visible, not just a part of it.
        await expect
          .poll(() => target.evaluate((it) => Math.round(it.getBoundingClientRect().top)))
          .toBeLessThan(200);
        await expect(target).toBeInViewport();
        expect(await target.evaluate((it) => it.getBoundingClientRect().top)).toBeGreaterThan(-2);
      });
    }
  }
});

test('the bar of an industry page has the brand and a button to the form', async ({
  page,
  visit,
}) => {
  await visit('/tree-service');
  await expect(bar(page).getByRole('link')).toHaveCount(2);
  await expect(bar(page).getByRole('link', { name: 'Get Started Today' })).toHaveAttribute(
    'href',
    '#contact-form',
  );
  await expect(page.locator('#contact-form').getByLabel(/^e-?mail/i)).toHaveCount(1);
  await bar(page).getByRole('link', { name: 'Leadwright' }).click();
  await expect(page).toHaveURL('/');
});
