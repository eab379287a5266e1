import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { everyPath } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Not AAA, which is asked of no whole site, and not the rules that axe itself calls experimental. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

for (const width of [360, 1280]) {
  test.describe(`at ${width} px`, () => {
    // Tickets slide in; axe would measure the contrast of one that is half there.
    test.use({ viewport: { width, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of everyPath) {
      test(`${path} has nothing that axe-core finds fault with`, async ({ page, visit }) => {
        await visit(path);
        await page.addScriptTag({ path: axePath });
        const faults = await page.evaluate(async (tags) => {
          const rules = window.axe
            .getRules(tags)
            .filter((it) => !it.tags.includes('experimental'))
            .map(({ ruleId }) => ruleId);
          const { violations } = await window.axe.run({ runOnly: { type: 'rule', values: rules } });
          return violations.flatMap(({ id, help, nodes }) =>
            nodes.map(({ target, any }) => ({
              id,
              help,
              target,
              why: any.map((it) => it.message),
            })),
          );
        }, standards);
        expect(faults).toEqual([]);
      });
    }
  });
}
