import { everyPath } from '../support/routes.ts';
import { expect, test, type Page } from '../support/test.ts';

/** Empty when nothing can be scrolled sideways; else what sticks out, for whoever mends it. */
const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const stickingOut = [...document.body.querySelectorAll('*')].filter((it) => {
      const { right, left, width } = it.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
    });
    window.scrollTo(10_000, 0);
    if (scrollWidth <= clientWidth && window.scrollX === 0) return [];
    return [
      `${scrollWidth} px of page in ${clientWidth} px of window`,
      ...stickingOut.slice(0, 5).map((it) => it.outerHTML.slice(0, 100)),
    ];
  });

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
  // What a window of 1280x1024 leaves to the page at that zoom.
  test.use({ viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 });

  for (const path of everyPath) {
    test(`${path} fits its window, and its heading can be read`, async ({ page, visit }) => {
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
      await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
      expect(await sidewaysScroll(page)).toEqual([]);
    });
  }
});
