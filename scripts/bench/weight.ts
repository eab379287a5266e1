/** What each page weighs on a first visit. */
import { chromium } from 'playwright';
import { chromiumFlags, ensureChromium } from '../../tests/support/chromium.ts';
import { unknownPath } from '../../tests/support/pages/routes.ts';
import { adminPaths, visitorPaths } from './figures.ts';
import type { Report } from './report.ts';
import { withSite, withStaffedSite } from './site.ts';
import { inKb, table } from './table.ts';
import { logIn, weigh, type Weight } from './weigh.ts';
import { figuresOf } from './weighed.ts';

export async function weightReport(): Promise<Report> {
  const weights = await weighAll();
  return {
    title: 'Weight of a first visit, in KB',
    details: [
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
      '412x823 px, empty cache, nothing touched; /admin and below as an admin with an empty inbox. 1 KB is 1,024 bytes. Text is compressed here by brotli at quality 11, as a CDN does with files that it keeps; headers are not counted.',
    ].join('\n'),
    figures: figuresOf(weights),
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
      for (const path of visitorPaths) weights.push(await weigh(browser, address, path));
      return weights;
    });
    // Whoever isn't logged in is sent away from there.
    const ofStaff = await withStaffedSite(async (address) => {
      const session = await logIn(browser, address);
      const weights: Weight[] = [];
      for (const path of adminPaths) weights.push(await weigh(browser, address, path, session));
      return weights;
    });
    return [...ofVisitors, ...ofStaff];
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
  it.layoutShift.toFixed(4),
];
