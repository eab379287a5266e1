import { expect, type Page } from 'playwright/test';
import { axeFaults } from './axe.ts';

/** The elements that make the page scroll sideways; empty if it doesn't. */
export const sidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const stickingOut = [...document.body.querySelectorAll('*')].filter((it) => {
      const { right, left, width } = it.getBoundingClientRect();
      return width > 0 && (right > clientWidth + 0.5 || left < -0.5);
    });
    window.scrollTo(10_000, window.scrollY);
    if (scrollWidth <= clientWidth && window.scrollX === 0) return [];
    return [
      `${scrollWidth} px of page in ${clientWidth} px of window`,
      ...stickingOut.slice(0, 5).map((it) => it.outerHTML.slice(0, 100)),
    ];
  });

/** At each of these widths, nothing sticks out, and axe-core finds no fault. */
export async function looksRight(page: Page, state: string, widths: readonly number[]) {
  for (const width of widths) {
    const where = `${state} at ${width} px`;
    await page.setViewportSize({ width, height: 800 });
    // What a script lays out follows the width with the next frame.
    await expect.poll(() => sidewaysScroll(page), where).toEqual([]);
    expect(await axeFaults(page), where).toEqual([]);
  }
}

/** The page's policy blocks inline styles, but not those that a script sets. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((it) => {
    document.documentElement.style.setProperty('font-size', it, 'important');
  }, size);

/** Spaces text as far as criterion 1.4.12 of WCAG asks for. */
export const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
  });
