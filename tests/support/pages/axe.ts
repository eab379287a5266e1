import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** All AA rules, without those that axe calls experimental. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The one AAA rule that every public page follows: body text has a contrast of 7:1. */
export const enhancedContrast = 'color-contrast-enhanced';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** The violations that axe-core finds on the page now, by the standards and any named rules. */
export async function axeFaults(page: Page, ...more: string[]) {
  // Evaluate it, because the page's policy allows no script tag from a test.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ tags, more }) => {
      const standard = window.axe
        .getRules(tags)
        .filter((it) => !it.tags.includes('experimental'))
        .map(({ ruleId }) => ruleId);
      const { violations } = await window.axe.run({
        runOnly: { type: 'rule', values: [...standard, ...more] },
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any }) => ({ id, help, target, why: any.map((it) => it.message) })),
      );
    },
    { tags: standards, more },
  );
}
