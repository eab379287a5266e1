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

/** Lets an island's script fail to load, until the function that it returns is called. */
export async function failIsland(page: Page, name: string): Promise<() => Promise<void>> {
  // Astro tries a second time with a query.
  const script = new RegExp(`/_astro/${name}\\.[^/]+\\.js(\\?|$)`);
  await page.route(script, (route) => route.abort());
  return () => page.unroute(script);
}

/** Touches every island with something in it, and waits until all that are in view have hydrated. */
export async function touchIslands(page: Page): Promise<void> {
  for (const island of await page.locator('astro-island[client=touch]:not(:empty)').all())
    await island.dispatchEvent('pointerdown');
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]:not(:empty)'));
  await page.waitForLoadState('networkidle');
}
