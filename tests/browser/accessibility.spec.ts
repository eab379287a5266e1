import { axeFaults, enhancedContrast } from '../support/pages/axe.ts';
import { everyPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    // Tickets slide in; axe would measure the contrast of one that is half there.
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of everyPath) {
      test(`${path} has no accessibility violations`, async ({ page, visit }) => {
        await visit(path);
        expect(await axeFaults(page, enhancedContrast)).toEqual([]);
      });
    }
  });
}
