import { createServer } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';

/** Milliseconds from the beginning of the visit. */
export interface Paint {
  first: number;
  largest: number;
}

/** The phone of Lighthouse's mobile profile. */
export const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
};
const slowdown = 4;

interface Line {
  /** The time of each request. */
  latencyMs: number;
  kilobits: { down: number; up: number };
}

/**
 * A line of 150 ms and 1.6 Mbit/s as Lighthouse applies it to requests, `mobileSlow4G` in
 * https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const slow4G: Line = { latencyMs: 562.5, kilobits: { down: 1474.56, up: 675 } };

const bytesPerSecond = (kilobits: number) => (kilobits * 1024) / 8;

/** A page that a slow phone opens over this line. */
export async function slowPage(
  context: BrowserContext,
  { latencyMs: latency, kilobits: { down, up } }: Line,
): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond(down),
    uploadThroughput: bytesPerSecond(up),
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

/** When a first visit with an empty cache paints. */
export async function paintOf(browser: Browser, url: string): Promise<Paint> {
  await using context = await browser.newContext(phone);
  const page = await slowPage(context, slow4G);
  await page.goto(url, { waitUntil: 'load' });
  return await page.evaluate(async () => {
    // 'paint' also lists the first pixels, which may come before any content.
    const lastOf = (type: string, isIt: (entry: PerformanceEntry) => boolean = () => true) =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const found = list.getEntries().findLast(isIt);
          if (found) resolve(found.startTime);
        }).observe({ type, buffered: true });
      });
    return {
      first: await lastOf('paint', ({ name }) => name === 'first-contentful-paint'),
      largest: await lastOf('largest-contentful-paint'),
    };
  });
}

const emptyPage = (head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>` +
  `<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}</head>` +
  '<body><p>Empty</p></body></html>';

const stylesheet = '/late.css';
export const latePath = '/late';

/** Serves a page that paints as early as any can, and at `latePath` one that waits for a file. */
export async function withEmptyPage<T>(work: (address: string) => Promise<T>): Promise<T> {
  await using server = createServer(({ url }, response) => {
    const isStyle = url === stylesheet;
    response.setHeader('content-type', isStyle ? 'text/css' : 'text/html; charset=utf-8');
    if (isStyle) response.end('p { color: black; }');
    else
      response.end(
        emptyPage(url === latePath ? `<link rel="stylesheet" href="${stylesheet}">` : ''),
      );
  });
  return await work(`http://127.0.0.1:${await listenOnLocalhost(server, 0)}`);
}
