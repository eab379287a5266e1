import type { Page } from 'playwright/test';

interface LayoutShift extends PerformanceEntry {
  value: number;
  /** A text node if only text moved. */
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface Shifts {
  total: number;
  /** The elements that moved. */
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
  });

/** All layout shifts since the page was opened. */
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
      // Without a shift the observer never calls back, so a later frame ends the wait.
      requestAnimationFrame(() =>
        setTimeout(() => {
          resolve(observer.takeRecords() as LayoutShift[]);
        }, 100),
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
