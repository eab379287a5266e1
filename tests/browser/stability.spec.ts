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

// A browser may paint between any two tags, and what comes later must not move what is there.
for (const width of [360, 768, 1280]) {
  for (const path of ['/', '/tree-service']) {
    test(`${path} has its buttons and links in place at ${width} px before all words arrived`, async ({
      page,
      visit,
    }) => {
      await page.setViewportSize({ width, height: 800 });
      await visit(path);
      const places = () =>
        page.locator('header .bar > *, header li:first-child, .actions > *').evaluateAll((parts) =>
          parts.map((part) => {
            const { x, y } = part.getBoundingClientRect();
            return [Math.round(x), Math.round(y)];
          }),
        );
      const whole = await places();
      await page.locator('header li:nth-child(n + 2)').evaluateAll((links) => {
        links.forEach((link) => {
          link.remove();
        });
      });
      await page
        .locator('header .bar > .button, header button, .actions > :last-child')
        .evaluateAll((buttons) => {
          buttons.forEach((button) => button.firstChild?.replaceWith('\u200b'));
        });
      expect(await places()).toEqual(whole);
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
