/** How long the contact form keeps a slow phone busy, compared with React alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { chromiumFlags, ensureChromium } from '../../tests/support/chromium.ts';
import { islandsRun } from '../../tests/support/pages/island.ts';
import { measured } from './format.ts';
import { hydrationFigures, slowdown } from './figures.ts';
import type { Report } from './format.ts';
import { buildIn, withScratch } from './scratch.ts';
import { withSite } from './site.ts';
import { table } from './table.ts';
import { median } from './timing.ts';

const loads = 21;
/** Browsers don't report shorter tasks, so a page without a report counts as having one of these. */
const shortestLong = 50;
const pages = { empty: '/bench-empty', contact: '/contact' } as const;

/** A page with nothing but React: one almost empty island. */
const emptyPage = {
  'src/islands/bench/Empty.tsx': 'export default function Empty() {\n  return <p>Empty</p>;\n}\n',
  'src/pages/bench-empty.astro': `---
import Empty from '../islands/bench/Empty.tsx';
---
<!doctype html>
<html lang="en-US">
  <head><meta charset="utf-8" /><title>Empty</title></head>
  <body><Empty client:load /></body>
</html>
`,
};

export const hydrationReport = (): Promise<Report> =>
  withScratch(async (project) => {
    for (const [file, text] of Object.entries(emptyPage)) {
      await mkdir(join(project, file, '..'), { recursive: true });
      await writeFile(join(project, file), text);
    }
    buildIn(project);
    return report(await withSite(measure, project));
  });

type Tasks = Record<keyof typeof pages, number[]>;

/** Alternates the pages, so that other work on the machine slows both. */
async function measure(address: string): Promise<Tasks> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: chromiumFlags(),
  });
  try {
    const tasks: Tasks = { empty: [], contact: [] };
    for (let load = 0; load < loads; load += 1) {
      tasks.empty.push(await longestTask(browser, address + pages.empty));
      tasks.contact.push(await longestTask(browser, address + pages.contact));
    }
    return tasks;
  } finally {
    await browser.close();
  }
}

/** Milliseconds of the longest task that a first visit makes on the main thread. */
async function longestTask(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(() => {
      const seen: number[] = [];
      Object.assign(window, { longTasks: seen });
      new PerformanceObserver((list) => {
        seen.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask' });
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await islandsRun(page);
    const found = await page.evaluate(async () => {
      // The observer hears of a task when the next frame is due.
      for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
      return (window as unknown as { longTasks: number[] }).longTasks;
    });
    return Math.max(shortestLong, ...found);
  } finally {
    await context.close();
  }
}

function report({ empty, contact }: Tasks): Report {
  const row = (name: string, all: number[]) => [
    name,
    ...[median(all), Math.min(...all), Math.max(...all)].map((it) => it.toFixed(0)),
  ];
  return {
    title: `Longest task of a first visit, in ms, over ${loads} loads of each page`,
    details: table(
      ['page', 'median', 'least', 'most'],
      [row('one empty island', empty), row('/contact', contact)],
    ),
    figures: measured(hydrationFigures, {
      ratio: median(contact) / median(empty),
      contact: median(contact),
      empty: median(empty),
    }),
  };
}
