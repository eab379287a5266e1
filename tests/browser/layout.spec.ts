import type { Locator, Page } from 'playwright/test';
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { setTextSize } from '../support/pages/text-size.ts';

test('a phone sees at most eight sizes of type on any public page', async ({ page, visit }) => {
  await page.setViewportSize({ width: 412, height: 823 });
  for (const path of publicPaths) {
    await visit(path);
    const fonts = await page.evaluate(() =>
      Array.from(document.querySelectorAll('body *'))
        .filter((it) => it.checkVisibility())
        .filter((it) =>
          Array.from(it.childNodes).some((node) => node instanceof Text && node.data.trim()),
        )
        .map((it) => getComputedStyle(it))
        .map(({ fontFamily, fontWeight, fontSize }) => [fontFamily, fontWeight, fontSize].join()),
    );
    const different = [...new Set(fonts)];
    expect(different.length, `${path}: ${different.join('; ')}`).toBeLessThanOrEqual(8);
  }
});

test('the footer spans the window, and its text begins where the bar does', async ({
  page,
  visit,
}) => {
  await visit('/about');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [bar, name] = await Promise.all(
      [page.getByRole('banner').getByRole('link', { name: 'Leadwright' }), footerName(page)].map(
        (it) => it.boundingBox(),
      ),
    );
    expect(name?.x, `at ${width} px`).toBe(bar?.x);
  }
});

const footerName = (page: Page): Locator =>
  page.getByRole('contentinfo').getByText('Leadwright', { exact: true });

test('a small phone keeps the e-mail address on one line', async ({ page, visit }) => {
  await visit('/contact');
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const address = page.getByRole('main').getByRole('link', { name: /@/ });
    const lines = await address.evaluate((it) => it.getClientRects().length);
    expect(lines, `at ${width} px`).toBe(1);
  }
});

test('a sample lead can be read on a phone with its text at 200 %', async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit('/tree-service');
  await setTextSize(page, '200%');
  const phone = page.getByText('(713) 555-0142');
  const { height, line } = await phone.evaluate((it) => ({
    height: it.clientHeight,
    line: parseFloat(getComputedStyle(it).lineHeight),
  }));
  expect(height).toBeLessThan(1.5 * line);
});

test('each link in the footer has the height of a thumb', async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit('/');
  for (const link of await page.getByRole('contentinfo').getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('on a tablet, no part of the footer and no figure is alone in a row', async ({
  page,
  visit,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit('/tree-service');
  const footer = page.getByRole('contentinfo').getByRole('heading', { level: 2 });
  const figures = page.getByRole('main').getByText(/^(35%|Under 5 Minutes|100%)$/);
  for (const parts of [footer, figures]) {
    await expect(parts).toHaveCount(3);
    const tops = await parts.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  }
});
