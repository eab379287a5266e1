import { paintOf, type Paint } from '../support/pages/paint.ts';
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { latePath, withEmptyPage } from '../support/servers/empty-page.ts';

const allowed = 1.35;
/** A busy machine only delays a paint, so the quickest of several visits is the most accurate. */
const fewestVisits = 2;
const mostVisits = 8;

test('every public page paints nearly as soon as an empty page on a slow phone', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  await withEmptyPage(async (empty) => {
    const pages = publicPaths.map((path) => new URL(path, baseURL).href);
    const late = empty + latePath;
    const quickest = new Map<string, Paint>();
    const visit = async (url: string) => {
      const paint = await paintOf(browser, url);
      const { first, largest } = quickest.get(url) ?? paint;
      quickest.set(url, {
        first: Math.min(first, paint.first),
        largest: Math.min(largest, paint.largest),
      });
    };
    const ratio = (url: string): number => {
      const [page, least] = [quickest.get(url), quickest.get(empty)];
      return page && least ? Math.max(page.first, page.largest) / least.first : NaN;
    };
    // A page that painted nothing has no ratio, and is slow too.
    const isSlow = (url: string) => !(ratio(url) <= allowed);

    for (let visits = 0; visits < mostVisits; visits += 1) {
      const unsure = visits < fewestVisits ? pages : pages.filter(isSlow);
      if (unsure.length === 0) break;
      for (const url of [empty, ...unsure, late, empty]) await visit(url);
    }

    expect(pages.filter(isSlow).map((it) => [it, ratio(it)])).toEqual([]);
    // Otherwise the measurement wouldn't notice a page that waits for a file.
    expect(isSlow(late)).toBe(true);
  });
});
