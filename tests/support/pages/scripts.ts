import type { Page } from 'playwright/test';

/** Holds back these requests, as a slow network does, until the function that it returns is called. */
export async function holdBack(page: Page, requests: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(requests, async (route) => {
    await promise;
    await route.fallback();
  });
  return () => resolve(undefined);
}

/** Holds back an island's script. Call it before the page opens. */
export const delayIsland = (page: Page, name: string) =>
  holdBack(page, new RegExp(`/_astro/${name}\\.[^/]+\\.js$`));

/** Lets an island's script fail to load, until the function that it returns is called. */
export async function failIsland(page: Page, name: string): Promise<() => Promise<void>> {
  // Astro tries a second time with a query.
  const script = new RegExp(`/_astro/${name}\\.[^/]+\\.js(\\?|$)`);
  await page.route(script, (route) => route.abort());
  return () => page.unroute(script);
}

/** Touches every island that has content, and waits until all islands in view have hydrated. */
export async function touchIslands(page: Page): Promise<void> {
  for (const island of await page.locator('astro-island[client=touch]:not(:empty)').all())
    await island.dispatchEvent('pointerdown');
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]:not(:empty)'));
  await page.waitForLoadState('networkidle');
}

interface ExecutedScript {
  /** Addresses of the script files that the page requested. */
  files: string[];
  /** The script in the page itself. */
  source: string;
  /** Bytes of the script in the page itself. */
  inline: number;
}

/** Call it before the page opens; the result is complete once the page is idle. */
export function watchScripts(page: Page): () => Promise<ExecutedScript> {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url()))
      files.push(request.url());
  });
  return async () => {
    const source = await inlineSource(page);
    return { files, source, inline: Buffer.byteLength(source) };
  };
}

/** Speculation rules and JSON-LD are data, which a browser doesn't execute. */
const inlineSource = (page: Page) =>
  page.evaluate(() => {
    const executed = ['', 'module', 'text/javascript', 'application/javascript'];
    const scripts = [...document.querySelectorAll('script:not([src])')].filter((script) =>
      executed.includes(script.getAttribute('type') ?? ''),
    );
    const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ value }) => value),
    );
    return [...scripts.map((it) => it.textContent), ...handlers].join('');
  });
