import { everyPath } from '../support/pages/routes.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of everyPath) {
  test(`${path} fits its window at 320, 360, 768 and 1280 px`, async ({ page, visit }) => {
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await visit(path);
      expect(await sidewaysScroll(page), `at ${width} px`).toEqual([]);
    }
  });
}

test.describe('zoomed to 200 %', () => {
  // The viewport of a 1280x1024 window at that zoom.
  test.use({ viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 });

  for (const path of everyPath) {
    test(`${path} fits its window, and its heading is readable`, async ({ page, visit }) => {
      await visit(path);
      expect(await sidewaysScroll(page)).toEqual([]);
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    });
  }
});

test.describe('with text alone at 200 %', () => {
  for (const path of everyPath) {
    test(`${path} still fits a phone's window`, async ({ page, visit }) => {
      await page.setViewportSize({ width: 640, height: 800 });
      await visit(path);
      // The page's policy blocks inline styles, but not those that a script sets.
      await page.evaluate(() => {
        document.documentElement.style.setProperty('font-size', '200%', 'important');
      });
      expect(await sidewaysScroll(page)).toEqual([]);
    });
  }
});
