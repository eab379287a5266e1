/** The weight of each page on a first visit. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { adminPaths, staffPaths } from '../../src/shared/staff-paths.ts';
import { isOnlyRead, pageFigures, siteFigures, visitorPaths } from './figures.ts';
import { logIn, weigh, type Weight } from './first-visit.ts';
import { measured, worst, type Measured } from './format.ts';
import { withSite, withStaffedSite } from './site.ts';

export async function measureWeight(): Promise<Measured[]> {
  await using browser = await openBrowser();
  const forVisitors = await withSite(async (address) => {
    const weights: Weight[] = [];
    for (const path of visitorPaths) weights.push(await weigh(browser, address, path));
    return weights;
  });
  // /admin redirects visitors who are not logged in.
  const forAdmins = await withStaffedSite(async (address) => {
    const session = await logIn(browser, address);
    const weights: Weight[] = [];
    for (const path of adminPaths) weights.push(await weigh(browser, address, path, session));
    return weights;
  });
  return figuresOf([...forVisitors, ...forAdmins]);
}

/** The figures that summarize the weights of the pages. */
export function figuresOf(weights: readonly Weight[]): Measured[] {
  const isForStaff = (path: string) => staffPaths.some((it) => it === path);
  const forAll = weights.filter(({ path }) => !isForStaff(path));
  const onlyRead = weights.filter(({ path }) => isOnlyRead(path));
  return [
    ...weights.flatMap(({ path, html, total, script }) =>
      measured(pageFigures(path), { html, total, ...script }),
    ),
    ...worst(siteFigures.font, weights, ({ fonts }) => Math.max(0, ...fonts)),
    ...worst(siteFigures.fontFiles, weights, ({ fonts }) => fonts.length),
    ...worst(siteFigures.fileScript, forAll, ({ executed }) => executed.files),
    ...worst(siteFigures.inlineScript, onlyRead, ({ executed }) => executed.inline),
  ];
}
