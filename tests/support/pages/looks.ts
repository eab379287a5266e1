import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

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
        // Otherwise axe would also compute a selector for each element that passes.
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any }) => ({ id, help, target, why: any.map((it) => it.message) })),
      );
    },
    { tags: standards, more },
  );
}

/** The elements that make the page scroll sideways; empty if it doesn't. */
export const sidewaysScroll = (page: Page) => page.evaluate(whatSticksOut);

export const whatSticksOut = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const stickingOut = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, left, width } = element.getBoundingClientRect();
    return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
  });
  window.scrollTo(10_000, window.scrollY);
  if (scrollWidth <= clientWidth && window.scrollX === 0) return [];
  return [
    `${scrollWidth} px of page in ${clientWidth} px of window`,
    ...stickingOut.slice(0, 5).map((it) => it.outerHTML.slice(0, 100)),
  ];
};

/** Expects no sideways scrolling at any of these widths, and no axe-core violation at the first and the last one. */
export async function looksRight(page: Page, state: string, widths = [1280, 320]) {
  // During a fade-in, the contrast is too low.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of widths) {
    const where = `${state} at ${width} px`;
    await page.setViewportSize({ width, height: 800 });
    // Script-driven layouts follow the width with the next frame.
    await expect.poll(() => sidewaysScroll(page), where).toEqual([]);
    if (width === widths[0] || width === widths.at(-1))
      expect(await axeFaults(page), where).toEqual([]);
  }
}

/** The names of the animations that last long enough to be visible. */
export const moving = () =>
  document
    .getAnimations()
    .filter((animation) => Number(animation.effect?.getComputedTiming().endTime) > 10)
    .map((animation) =>
      animation instanceof CSSAnimation ? animation.animationName : animation.id,
    );

/** The page's policy blocks inline styles, but not those that a script sets. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate(
    (fontSize) => document.documentElement.style.setProperty('font-size', fontSize, 'important'),
    size,
  );

/** Spaces text as far as criterion 1.4.12 of WCAG asks for. */
export const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
  });
