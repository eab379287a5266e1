/** How soon the public pages paint on a slow phone, compared with an empty page. */
import { openBrowser } from '../../tests/support/chromium.ts';
import { paintOf, type Paint } from '../../tests/support/pages/paint.ts';
import { publicPaths } from '../../tests/support/pages/routes.ts';
import { withEmptyPage } from '../../tests/support/servers/empty-page.ts';
import { RunningSite } from '../../tests/support/servers/running-site.ts';
import { worst, type Figure } from './figures.ts';
import { lowerQuartile } from './measuring.ts';

const visits = 15;

export async function measurePaint(): Promise<Figure[]> {
  await using site = await RunningSite.ready(process.cwd());
  const urls = publicPaths.map((path) => site.address + path);
  const [empty, ...pages] = await withEmptyPage((address) => paintAll([address, ...urls]));
  if (!empty) throw new Error('The empty page was not measured.');
  const named = pages.map((it, i) => ({ ...it, path: String(publicPaths[i]) }));
  const ratio = (which: 'first' | 'largest') =>
    worst(
      `any public page: ${which} paint on a slow phone, against an empty page`,
      'times',
      named,
      (it) => it[which] / empty[which],
    );
  const name = 'an empty page: first paint on a slow phone';
  return [...ratio('first'), ...ratio('largest'), { name, unit: 'ms', value: empty.first }];
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
