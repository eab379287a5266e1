import type { Page } from 'playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  /** Text that moved is a node without markup of its own. */
  sources: { node: Node | null }[];
}

export interface Shifts {
  total: number;
  /** What moved, for whoever mends it. */
  moved: string[];
}

/** Goes through the page to its end, screen by screen, so that what waits to be seen has its turn. */
export const scrollToEnd = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    document.documentElement.style.scrollBehavior = 'auto';
    for (let y = 0; y <= document.documentElement.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo(0, y);
      await frame();
      await frame();
    }
  });

/** Everything that moved since the page was opened. */
export const layoutShifts = (page: Page): Promise<Shifts> =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const shifts = await new Promise<LayoutShift[]>((resolve) => {
      const observer = new PerformanceObserver((list) => {
        resolve(list.getEntries() as LayoutShift[]);
      });
      observer.observe({ type: 'layout-shift', buffered: true });
      // Without a shift the observer never answers, so a later frame does.
      requestAnimationFrame(() =>
        setTimeout(() => {
          resolve(observer.takeRecords() as LayoutShift[]);
        }, 100),
      );
    });
    return {
      total: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ sources }) =>
        sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : (node?.textContent ?? 'gone'),
        ),
      ),
    };
  });
