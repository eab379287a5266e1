/** Measures the first touch of the contact form on a slow phone, compared with React alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { openBrowser } from '../../tests/support/chromium.ts';
import { measured, type Report, table } from './format.ts';
import { hydrationFigures, slowdown } from './figures.ts';
import { buildIn, withScratch } from './scratch.ts';
import { withSite } from './site.ts';
import { median } from './timing.ts';

const visits = 21;
/** Browsers don't report shorter tasks and events, so a page without a report counts as having one. */
const shortest = { task: 50, event: 16 };
/** The pages, each with a sign that its island has hydrated. */
const pages = {
  empty: { path: '/bench-empty', hydrated: 'input[data-hydrated]' },
  contact: { path: '/contact', hydrated: 'form[novalidate]' },
} as const;

/** A page with nothing but React: an island with one field. */
const emptyPage = {
  'src/islands/bench/Empty.tsx': `import { useLayoutEffect, useRef } from 'react';
export default function Empty() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => void field.current?.setAttribute('data-hydrated', ''), []);
  return <input name="name" ref={field} />;
}
`,
  'src/pages/bench-empty.astro': `---
import Empty from '../islands/bench/Empty.tsx';
---
<!doctype html>
<html lang="en-US">
  <head><meta charset="utf-8" /><title>Empty</title></head>
  <body><Empty client:touch={{ wakeFor: [] }} /></body>
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

/** Milliseconds, of one visit. */
interface Visit {
  /** From the touch until the island has hydrated. */
  hydrating: number;
  /** The longest of the tap's own events, from the finger to the next frame. */
  tap: number;
  /** The longest task since the touch. */
  longestTask: number;
}

type Visits = Record<keyof typeof pages, Visit[]>;

/** Alternates the pages, so that other work on the machine slows both. */
async function measure(address: string): Promise<Visits> {
  await using browser = await openBrowser();
  const all: Visits = { empty: [], contact: [] };
  for (let visit = 0; visit < visits; visit += 1) {
    all.empty.push(await touchOnce(browser, address, pages.empty));
    all.contact.push(await touchOnce(browser, address, pages.contact));
  }
  return all;
}

/** A first visit that taps the field for the name. */
async function touchOnce(
  browser: Browser,
  address: string,
  { path, hydrated }: (typeof pages)[keyof typeof pages],
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch, hydrated);
    await page.goto(address + path, { waitUntil: 'networkidle' });
    const field = page.locator('input[name=name]');
    await field.scrollIntoViewIfNeeded();
    await settle(page);
    await field.tap();
    await page.waitForFunction(() => 'hydratedAt' in window);
    await settle(page);
    const { touchedAt, hydratedAt, tasks, events } = await page.evaluate(() => {
      const { touchedAt, hydratedAt, tasks, events } = window as unknown as Watched;
      return { touchedAt, hydratedAt, tasks, events };
    });
    return {
      hydrating: hydratedAt - touchedAt,
      tap: Math.max(shortest.event, ...events),
      longestTask: Math.max(
        shortest.task,
        ...tasks.filter(({ end }) => end > touchedAt).map(({ duration }) => duration),
      ),
    };
  } finally {
    await context.close();
  }
}

interface Watched {
  touchedAt: number;
  hydratedAt: number;
  tasks: { end: number; duration: number }[];
  events: number[];
}

/** Runs in the page before anything else. */
function watch(hydrated: string): void {
  const watched: Partial<Watched> & Pick<Watched, 'tasks' | 'events'> = { tasks: [], events: [] };
  Object.assign(window, watched);
  const now = () => performance.now();
  const touched = () => Object.assign(window, { touchedAt: now() });
  addEventListener('pointerdown', touched, { capture: true, once: true });
  new MutationObserver((_, observer) => {
    if (!document.querySelector(hydrated)) return;
    observer.disconnect();
    Object.assign(window, { hydratedAt: now() });
  }).observe(document, { attributes: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.tasks.push({ end: startTime + duration, duration });
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    const entries = list.getEntries() as (PerformanceEntry & { interactionId: number })[];
    watched.events.push(...entries.filter((it) => it.interactionId).map((it) => it.duration));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** An observer hears of what happened when the next frame is due. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames += 1) await new Promise(requestAnimationFrame);
  });

function report({ empty, contact }: Visits): Report {
  const medians = (all: Visit[]) => ({
    hydrating: median(all.map((it) => it.hydrating)),
    tap: median(all.map((it) => it.tap)),
    longestTask: median(all.map((it) => it.longestTask)),
  });
  const [alone, form] = [medians(empty), medians(contact)];
  const row = (name: string, it: Visit) => [
    name,
    ...[it.hydrating, it.longestTask, it.tap].map((ms) => ms.toFixed(0)),
  ];
  return {
    title: `A first touch, in ms: medians of ${visits} visits of each page`,
    details: table(
      ['page', 'until hydrated', 'longest task', 'the tap'],
      [row('one empty island', alone), row('/contact', form)],
    ),
    figures: measured(hydrationFigures, {
      ratio: form.hydrating / alone.hydrating,
      tap: form.tap,
      contact: form.hydrating,
      empty: alone.hydrating,
      task: form.longestTask / alone.longestTask,
    }),
  };
}
