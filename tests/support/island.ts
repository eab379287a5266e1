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
