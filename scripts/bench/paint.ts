/** How soon the public pages paint on a slow phone, compared with an empty page. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { paintOf, type Paint } from '../../tests/support/pages/paint.ts';
import { publicPaths } from '../../tests/support/pages/routes.ts';
import { withEmptyPage } from '../../tests/support/servers/empty-page.ts';
import { paintFigures } from './figures.ts';
import { type Report, table } from './format.ts';
import { withSite } from './site.ts';
import { median, quantile } from './timing.ts';

const visits = 15;
/** Other work on the machine can only delay a paint, so the quick visits are the most accurate. */
const lowerQuartile = (values: readonly number[]) => quantile(values, 0.25);

/** `first` and `largest` are lower quartiles. */
interface Visits extends Paint {
  median: number;
}

export async function paintReport(): Promise<Report> {
  const [empty, ...pages] = await withSite((site) =>
    withEmptyPage((address) =>
      measureAll([address, ...publicPaths.map((path) => site + path)]).then((all) =>
        all.map((it, i) => ({ path: publicPaths[i - 1] ?? 'an empty page', ...it })),
      ),
    ),
  );
  if (!empty) throw new Error('The empty page was not measured.');
  const worst = (key: keyof Paint) => {
    const slowest = pages.toSorted((a, b) => b[key] - a[key])[0];
    return slowest ? [{ value: slowest[key] / empty[key], at: slowest.path }] : [];
  };
  return {
    title: `First and largest paint on a slow phone, in ms, lower quartiles of ${visits} visits`,
    details: table(
      ['page', 'first', 'largest', 'times', 'median', 'times'],
      [empty, ...pages].map(({ path, first, largest, median }) => [
        path,
        first.toFixed(0),
        largest.toFixed(0),
        (Math.max(first, largest) / empty.first).toFixed(2),
        median.toFixed(0),
        (median / empty.median).toFixed(2),
      ]),
    ),
    figures: [
      ...worst('first').map((it) => ({ ...paintFigures.first, ...it })),
      ...worst('largest').map((it) => ({ ...paintFigures.largest, ...it })),
      { ...paintFigures.empty, value: empty.first },
    ],
  };
}

/** The pages take turns, so that other work on the machine slows all of them. */
async function measureAll(urls: string[]): Promise<Visits[]> {
  await using browser = await openBrowser();
  const paints = urls.map((): Paint[] => []);
  for (let visit = 0; visit < visits; visit += 1)
    for (const [i, url] of urls.entries()) paints[i]?.push(await paintOf(browser, url));
  return paints.map((all) => ({
    first: lowerQuartile(all.map((it) => it.first)),
    largest: lowerQuartile(all.map((it) => it.largest)),
    median: median(all.map((it) => Math.max(it.first, it.largest))),
  }));
}
