import { layoutShifts, scrollToEnd } from '../support/pages/layout-shift.ts';
import { everyPath } from '../support/pages/routes.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

/** Delays every font until the page has been painted without it. */
async function delayFonts(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  await page.route(/\.woff2?$/, async (route) => {
    waiting += 1;
    await released;
    await route.continue();
  });
  return { release, waiting: () => waiting };
}

const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

for (const width of [360, 768, 1280]) {
  for (const path of everyPath) {
    test(`${path} has no layout shift at ${width} px when its font loads late`, async ({
      page,
      visit,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      const fonts = await delayFonts(page);
      await visit(path, { waitUntil: 'commit' });
      await painted(page);
      await expect.poll(fonts.waiting, 'fonts that the page asked for').toBe(1);
      fonts.release();
      await page.waitForLoadState('load');
      await page.evaluate(() => document.fonts.ready);

      await scrollToEnd(page);
      expect(await layoutShifts(page)).toEqual({ total: 0, moved: [] });
    });
  }
}

test('the measurement finds a planted layout shift', async ({ page, visit }) => {
  await visit('/about');
  await painted(page);
  await page.evaluate(() => {
    const late = document.createElement('p');
    late.style.blockSize = '200px';
    document.body.prepend(late);
  });
  expect((await layoutShifts(page)).total).toBeGreaterThan(0);
});
