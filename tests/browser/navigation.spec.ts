import { expect, test, visit, type Page } from '../support/pages/test.ts';

const bar = (page: Page) => page.getByRole('banner');
const inBar = (page: Page, name: string) => bar(page).getByRole('link', { name, exact: true });

const places = [
  ['Home', '/'],
  ['About', '/about'],
  ['Services', '/services'],
  ['Pricing', '/pricing'],
  ['Contact', '/contact'],
] as const;

test('the bar links to five pages and marks the current one, even with forced colors', async ({
  page,
}) => {
  await visit(page, '/');
  await expect(bar(page).getByRole('button', { name: 'Menu' })).toHaveCount(0);
  for (const [name, path] of places) {
    await inBar(page, name).click();
    await expect(page).toHaveURL(path);
    const current = bar(page).locator('[aria-current]');
    await expect(current).toHaveCount(1);
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current).toHaveText(name);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [name] of places) {
    const line = name === 'Contact' ? 'underline' : 'none';
    await expect(inBar(page, name)).toHaveCSS('text-decoration-line', line);
  }
  await page.emulateMedia({ forcedColors: 'none' });
  await visit(page, '/privacy-policy');
  await expect(bar(page).locator('[aria-current]')).toHaveCount(0);
  await test.step('the bar of an industry page has the brand and a button to the form', async () => {
    await visit(page, '/tree-service');
    await expect(bar(page).getByRole('link')).toHaveCount(2);
    await inBar(page, 'Leadwright').click();
    await expect(page).toHaveURL('/');
  });
});

test('each footer link opens the top of its page, where the first Tab skips the bar', async ({
  page,
}) => {
  const footer = page.getByRole('contentinfo');
  await visit(page, '/');
  for (const [name, path] of [
    ['Services', '/services'],
    ['Pricing', '/pricing'],
    ['Contact', '/contact'],
    ['Privacy Policy', '/privacy-policy'],
    ['Accessibility', '/accessibility'],
    ['Terms of Service', '/terms-of-service'],
    ['Don’t Contact Me', '/stop'],
    ['About Us', '/about'],
  ] as const)
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  for (const name of ['Quick Links', 'Legal'])
    await expect(footer.getByRole('heading', { name })).toBeVisible();
  await footer.getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^skip to/i });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('/dispute redirects to what a customer pays for, with a link for a mail about a lead', async ({
  page,
}) => {
  await page.goto('/dispute');
  await expect(page).toHaveURL('/pricing#what-you-pay-for');
  await expect(page.getByRole('heading', { name: 'What you pay for' })).toBeInViewport();
  const mail = page.getByRole('link', { name: 'Write to us about a lead' });
  const { pathname, searchParams } = new URL((await mail.getAttribute('href')) ?? '');
  expect(pathname).toBe('hello@leadwright.example');
  expect(searchParams.get('subject')).toBe('A lead on my bill');
  expect(searchParams.get('body')).toMatch(/^The lead:\r\nThe date it came:\r\n/);
  // The owner has set no number of days, so nothing is promised.
  await expect(page.getByRole('main')).not.toContainText('business day');
});

test('each add-on has its own card, with a link to the form', async ({ page }) => {
  await visit(page, '/services');
  for (const [title, price, label] of [
    ['CRM Setup & Integration', '$497 one-time', 'Learn More'],
    ['Lead Nurturing Automation', 'Free with CRM setup', 'Learn More'],
    ['AI Booking Bot', '$60/month', 'Test It Out!'],
  ] as const) {
    const card = page.locator('.ticket').filter({ has: page.getByRole('heading', { level: 3 }) });
    const its = card.filter({ hasText: title });
    await expect(its.getByRole('heading', { level: 3 })).toHaveText(title);
    await expect(its).toContainText(price);
    await expect(its.getByRole('link', { name: label })).toHaveAttribute('href', '/contact');
  }
});

test('a button that links to a section of its page scrolls there', async ({ page }) => {
  for (const [path, link, hash] of [
    ['/', 'See How It Works', '#how-it-works'],
    ['/tree-service', 'Get Started Today', '#contact-form'],
  ] as const)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await visit(page, path);
      await page.getByRole('link', { name: link }).first().click();
      await expect(page).toHaveURL(path + hash);
      // The target's top must be visible, not just a part of it.
      const top = () =>
        page.locator(hash).evaluate((element) => Math.round(element.getBoundingClientRect().top));
      await expect.poll(top, `${path} at ${width} px`).toBeLessThan(200);
      expect(await top(), `${path} at ${width} px`).toBeGreaterThan(-2);
    }
});

test.describe('the menu of a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu' });

  test('opens and closes by a press or by keyboard', async ({ page }) => {
    await visit(page, '/services');
    const services = inBar(page, 'Services');
    await expect(services).toBeHidden();
    await menuButton(page).click();
    for (const name of [...places.map(([name]) => name), 'Check Lead Prices'])
      await expect(inBar(page, name)).toBeInViewport();
    await expect(services).toHaveAttribute('aria-current', 'page');
    await menuButton(page).click();
    await expect(services).toBeHidden();
    await menuButton(page).click();
    await page.mouse.click(180, 720);
    await expect(services).toBeHidden();

    await menuButton(page).press('Enter');
    await page.keyboard.press('Tab');
    await expect(inBar(page, 'Home')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(services).toBeHidden();

    await menuButton(page).click();
    await inBar(page, 'Check Lead Prices').click();
    await expect(page).toHaveURL('/pricing');
    await expect(services).toBeHidden();

    await test.step('a wider window replaces the menu by the bar', async () => {
      await menuButton(page).click();
      await page.setViewportSize({ width: 1000, height: 740 });
      await expect(services).toBeInViewport();
      const brand = await page.getByRole('link', { name: 'Leadwright' }).first().boundingBox();
      const first = await inBar(page, 'Home').boundingBox();
      expect(first?.x).toBeGreaterThan((brand?.x ?? 0) + (brand?.width ?? Infinity));
      await page.keyboard.press('Escape');
      await expect(services).toBeInViewport();
    });
  });

  test('never covers the focused element, even on a zoomed page', async ({ page }) => {
    await visit(page, '/services');
    for (const [width, height] of [
      [360, 740],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await menuButton(page).press('Enter');
      await inBar(page, 'Check Lead Prices').focus();
      for (let stops = 0; stops < 12; stops += 1) {
        await page.keyboard.press('Tab');
        const isSeen = await page.locator(':focus').evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        });
        expect(isSeen, `stop ${stops} at ${width} px`).toBe(true);
      }
      await expect(page.locator(':is(main, footer) :focus')).toHaveCount(1);
      await menuButton(page).press('Enter');
      await expect(inBar(page, 'Services')).toBeVisible();
      await page.keyboard.press('Escape');
    }
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('still opens, navigates and closes', async ({ page }) => {
      await visit(page, '/');
      await menuButton(page).click();
      await expect(inBar(page, 'About')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(inBar(page, 'About')).toBeHidden();
      await menuButton(page).click();
      await inBar(page, 'About').click();
      await expect(page).toHaveURL('/about');
    });
  });
});
