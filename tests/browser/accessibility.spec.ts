import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import { everyPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of everyPath) {
  test(`${path} has no accessibility violations on a phone or a desk`, async ({ page, visit }) => {
    // Tickets slide in; axe would measure the contrast of one that is half there.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await axeFaults(page, enhancedContrast), `at ${width} px`).toEqual([]);
    }
  });
}
