import type { Page } from 'playwright/test';

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

/** The page's policy blocks inline styles, but not those that a script sets. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((it) => {
    document.documentElement.style.setProperty('font-size', it, 'important');
  }, size);
