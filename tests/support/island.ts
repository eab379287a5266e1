import type { Page } from 'playwright/test';

/**
 * Keeps an island's own script on its way, as a slow network does. To be called before the page
 * is opened; what it answers lets the script through.
 */
export async function delayIsland(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(new RegExp(`/_astro/${name}\\.[^/]+\\.js$`), async (route) => {
    await promise;
    await route.continue();
  });
  return () => {
    resolve(undefined);
  };
}

/** Waits until every island that is in view, or was, runs. */
export async function islandsRun(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await page.waitForLoadState('networkidle');
}
