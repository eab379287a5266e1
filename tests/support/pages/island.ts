import type { Page } from 'playwright/test';

/**
 * Holds back an island's script, as a slow network does. Call it before the page opens; the
 * function that it returns lets the script through.
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

/** Waits until every island that is or was in view has hydrated. */
export async function islandsRun(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
  await page.waitForLoadState('networkidle');
}
