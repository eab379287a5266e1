/** How soon the public pages paint on a slow phone, compared with an empty page. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { paintOf, type Paint } from '../../tests/support/pages/paint.ts';
import { publicPaths } from '../../tests/support/pages/routes.ts';
import { withEmptyPage } from '../../tests/support/servers/empty-page.ts';
import { paintFigures } from './figures.ts';
import { measured, worst, type Measured } from './format.ts';
import { lowerQuartile } from './measuring.ts';
import { withSite } from './site.ts';

const visits = 15;

export async function measurePaint(): Promise<Measured[]> {
  const [empty, ...pages] = await withSite((site) =>
    withEmptyPage((address) => paintAll([address, ...publicPaths.map((path) => site + path)])),
  );
  if (!empty) throw new Error('The empty page was not measured.');
  const named = pages.map((it, i) => ({ ...it, path: String(publicPaths[i]) }));
  return [
    ...worst(paintFigures.first, named, ({ first }) => first / empty.first),
    ...worst(paintFigures.largest, named, ({ largest }) => largest / empty.largest),
    ...measured({ empty: paintFigures.empty }, { empty: empty.first }),
  ];
}

/** The pages take turns, so that other work on the machine slows all of them. */
async function paintAll(urls: readonly string[]): Promise<Paint[]> {
  await using browser = await openBrowser();
  const paints = urls.map((): Paint[] => []);
  for (let visit = 0; visit < visits; visit += 1)
    for (const [i, url] of urls.entries()) paints[i]?.push(await paintOf(browser, url));
  return paints.map((all) => ({
    first: lowerQuartile(all.map((it) => it.first)),
    largest: lowerQuartile(all.map((it) => it.largest)),
  }));
}
