import { expect, visit, type Page } from './test.ts';

interface LayoutShift extends PerformanceEntry {
  value: number;
  /** A text node if only text moved. */
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface Shifts {
  total: number;
  moved: string[];
}

/** Scrolls through the page screen by screen, so that lazy parts load. */
export const scrollToEnd = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    document.documentElement.style.scrollBehavior = 'auto';
    for (let y = 0; y <= document.documentElement.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo(0, y);
      await frame();
      await frame();
    }
    document.documentElement.style.removeProperty('scroll-behavior');
  });

export const layoutShifts = (page: Page): Promise<Shifts> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const shifts = await new Promise<LayoutShift[]>((resolve) => {
      const observer = new PerformanceObserver((list) =>
        resolve(list.getEntries() as LayoutShift[]),
      );
      observer.observe({ type: 'layout-shift', buffered: true });
      // Without a shift the observer never calls back, so a later frame ends the wait.
      requestAnimationFrame(() =>
        setTimeout(() => resolve(observer.takeRecords() as LayoutShift[]), 100),
      );
    });
    return {
      total: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ sources }) =>
        sources.map(({ node, previousRect, currentRect }) =>
          node instanceof Element
            ? node.outerHTML.slice(0, 80)
            : // Inside a field, the browser doesn't say what.
              (node?.textContent ?? JSON.stringify([previousRect, currentRect])),
        ),
      ),
    };
  });

export const painted = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);

/** Visits a page whose font arrives after the first paint, and expects no shift. */
export async function visitWithLateFont(page: Page, path: string): Promise<void> {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let waiting = 0;
  await page.route(/\.woff2?$/, async (route) => {
    waiting += 1;
    await released;
    await route.continue();
  });
  await visit(page, path, { waitUntil: 'commit' });
  await painted(page);
  await expect.poll(() => waiting, 'fonts that the page asked for').toBe(1);
  release(undefined);
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  await scrollToEnd(page);
  expect(await layoutShifts(page)).toEqual({ total: 0, moved: [] });
}
