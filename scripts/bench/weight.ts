/** The weight of each page on a first visit. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { adminPaths } from '../../src/shared/staff-paths.ts';
import { unknownPath } from '../../tests/support/pages/routes.ts';
import { visitorPaths, isForStaff, isOnlyRead, pageFigures, siteFigures } from './figures.ts';
import { measured, type Measured, type Report, inKb, table } from './format.ts';
import { withSite, withStaffedSite } from './site.ts';
import { logIn, weigh, type Weight } from './first-visit.ts';

export async function weightReport(): Promise<Report> {
  const weights = await weighAll();
  return {
    title: 'Weight of a first visit, in KB',
    details: [
      table(
        [
          'page',
          'HTML',
          'CSS in it',
          'font',
          'images',
          'icon, manifest',
          'JS files',
          'total',
          'inline JS, bytes',
          'all JS',
          'all JS once touched',
          'CLS',
        ],
        weights.map(row),
      ),
      '',
      'Each page was opened at 412x823 px with an empty cache and not touched; /admin and below as an admin with an empty inbox. With leads in it, /admin goes on to load the panel that shows one of them. 1 KB is 1,024 bytes. Text is compressed by brotli at quality 11, as a CDN does with files that it caches. Headers are not counted.',
    ].join('\n'),
    figures: figuresOf(weights),
  };
}

async function weighAll(): Promise<Weight[]> {
  await using browser = await openBrowser();
  const visitorWeights = await withSite(async (address) => {
    const weights: Weight[] = [];
    for (const path of visitorPaths) weights.push(await weigh(browser, address, path));
    return weights;
  });
  // /admin redirects visitors who are not logged in.
  const staffWeights = await withStaffedSite(async (address) => {
    const session = await logIn(browser, address);
    const weights: Weight[] = [];
    for (const path of adminPaths) weights.push(await weigh(browser, address, path, session));
    return weights;
  });
  return [...visitorWeights, ...staffWeights];
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
  inKb(it.script.touched),
  it.layoutShift.toFixed(4),
];

/** The figures that summarize the weights of the pages. */
export function figuresOf(weights: Weight[]): Measured[] {
  const onlyRead = weights.filter(({ path }) => isOnlyRead(path));
  const forStaff = weights.filter(({ path }) => isForStaff(path));
  const forAll = weights.filter(({ path }) => !isForStaff(path));
  return [
    ...weights.flatMap(({ path, html, total, script }) =>
      measured(pageFigures(path), { html, total, ...script }),
    ),
    ...worst('font', weights, ({ fonts }) => Math.max(0, ...fonts)),
    ...worst('fontFiles', weights, ({ fonts }) => fonts.length),
    ...worst('publicShift', forAll, ({ layoutShift }) => layoutShift),
    ...worst('staffShift', forStaff, ({ layoutShift }) => layoutShift),
    ...worst('fileScript', forAll, ({ executed }) => executed.files),
    ...worst('inlineScript', onlyRead, ({ executed }) => executed.inline),
  ];
}

function worst(
  figure: keyof typeof siteFigures,
  weights: Weight[],
  value: (weight: Weight) => number,
): Measured[] {
  return weights
    .map((it) => ({ ...siteFigures[figure], value: value(it), at: it.path }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 1);
}
