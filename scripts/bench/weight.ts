/** What each page weighs on a first visit. */
import { chromium } from 'playwright';
import { chromiumFlags, ensureChromium } from '../../tests/support/chromium.ts';
import { publicPaths, unknownPath } from '../../tests/support/routes.ts';
import { budgets, reference } from './budgets.ts';
import { overBudget } from './judge.ts';
import { withSite, withStaffedSite } from './site.ts';
import { inKb, table } from './table.ts';
import { logIn, weigh, type Weight } from './weigh.ts';
import type { Report } from './report.ts';

export async function weightReport(): Promise<Report> {
  const weights = await weighAll();
  const home = weights.find(({ path }) => path === '/');
  return {
    title: 'Weight of a first visit, in KB',
    text: [
      table(
        [
          'page',
          'HTML',
          'of it CSS',
          'font',
          'images',
          'icon, manifest',
          'JS files',
          'total',
          'inline JS, bytes',
          'JS in all',
          'JS at the end',
          'CLS',
        ],
        weights.map(row),
      ),
      '',
      `Budgets: HTML ${inKb(budgets.html)}, one font of ${inKb(budgets.font)}, home ${inKb(budgets.homeTotal)} in all, CLS 0; no JS files and ${budgets.inlineScript} bytes inline on about, services, the legal pages and 404.`,
      ...Object.entries(budgets.script).map(
        ([path, { untouched, scrolled }]) =>
          `Budget of ${path} for all script that runs, inline and files: ${inKb(untouched)} before anything is touched, ${inKb(scrolled)} after scrolling to the end.`,
      ),
      `For comparison, ${reference.name}: ${reference.homeTotal} KB for its home page, ${reference.beforeFirstPaint} KB of it before first paint; here ${inKb(home?.total ?? 0)} and ${inKb(home?.html ?? 0)}.`,
      '412x823 px, empty cache, nothing touched; /admin as an admin with an empty inbox. 1 KB is 1,024 bytes. Text is compressed here by brotli at quality 11, as a CDN does with files that it keeps; headers are not counted.',
    ].join('\n'),
    failures: weights.flatMap(overBudget),
  };
}

async function weighAll(): Promise<Weight[]> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: chromiumFlags(),
  });
  try {
    const ofVisitors = await withSite(async (address) => {
      const weights: Weight[] = [];
      for (const path of [...publicPaths, '/auth', unknownPath])
        weights.push(await weigh(browser, address, path));
      return weights;
    });
    // Whoever isn't logged in is sent away from there.
    const ofStaff = await withStaffedSite(async (address) =>
      weigh(browser, address, '/admin', await logIn(browser, address)),
    );
    return [...ofVisitors, ofStaff];
  } finally {
    await browser.close();
  }
}

const row = (it: Weight): string[] => [
  it.path === unknownPath ? '404' : it.path,
  inKb(it.html),
  inKb(it.css),
  inKb(it.fonts.reduce((sum, font) => sum + font, 0)),
  inKb(it.images),
  inKb(it.icon + it.other),
  inKb(it.scripts),
  inKb(it.total),
  `${it.executed.inline}`,
  inKb(it.script.untouched),
  inKb(it.script.scrolled),
  `${it.layoutShift}`,
];
