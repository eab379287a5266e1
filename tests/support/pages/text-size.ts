import type { Page } from 'playwright/test';

/** The page's policy blocks inline styles, but not those that a script sets. */
export const setTextSize = (page: Page, size: string) =>
  page.evaluate((it) => {
    document.documentElement.style.setProperty('font-size', it, 'important');
  }, size);
