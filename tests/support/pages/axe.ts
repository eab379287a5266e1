import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright/test';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Not AAA, which is asked of no whole site, and not the rules that axe itself calls experimental. */
const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe-core finds fault with on the page as it stands. */
export async function axeFaults(page: Page) {
  // Evaluated, since the page's policy allows no script tag of ours.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (tags) => {
    const rules = window.axe
      .getRules(tags)
      .filter((it) => !it.tags.includes('experimental'))
      .map(({ ruleId }) => ruleId);
    const { violations } = await window.axe.run({ runOnly: { type: 'rule', values: rules } });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => ({ id, help, target, why: any.map((it) => it.message) })),
    );
  }, standards);
}
