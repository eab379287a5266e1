import { throttling } from 'lighthouse/core/config/constants.js';
import type { Browser } from 'playwright/test';

/** Milliseconds from the beginning of the visit. */
export interface Paint {
  first: number;
  largest: number;
}

/** Lighthouse's phone, with the delays of its slow line applied to each request. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const { mobileSlow4G: slow } = throttling;
const bytesPerSecond = (kilobits: number) => (kilobits * 1024) / 8;

/** When a first visit with an empty cache paints. */
export async function paintOf(browser: Browser, url: string): Promise<Paint> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: slow.requestLatencyMs,
      downloadThroughput: bytesPerSecond(slow.downloadThroughputKbps),
      uploadThroughput: bytesPerSecond(slow.uploadThroughputKbps),
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow.cpuSlowdownMultiplier });
    await page.goto(url, { waitUntil: 'load' });
    return await page.evaluate(async () => {
      // 'paint' lists the first pixels too, and may do so before there is any content.
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
  } finally {
    await context.close();
  }
}
