import { latePath, paintOf, withEmptyPage } from '../support/pages/paint.ts';
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { isSoak } from '../support/soak.ts';

const allowed = 1.35;

/** The pages with the feed, alone and with the form. */
const heaviest = ['/', '/tree-service'];
const paths = isSoak ? publicPaths : heaviest;

/**
 * A busy machine only delays a paint, so the quickest visit is the most accurate. The empty page gets
 * as many chances as the page it is compared with, or its luck would count against that page.
 */
const mostVisits = 13;

test('a public page paints nearly as soon as an empty page on a slow phone', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  await withEmptyPage(async (empty) => {
    const pages = paths.map((path) => new URL(path, baseURL).href);
    const latePage = empty + latePath;
    const paints = new Map<string, number[]>();
    const visit = async (url: string) => {
      const { first, largest } = await paintOf(browser, url);
      paints.set(url, [...(paints.get(url) ?? []), Math.max(first, largest)]);
    };
    const ratio = (url: string) => {
      const visits = paints.get(url) ?? [];
      const beside = (paints.get(empty) ?? []).slice(0, visits.length);
      return Math.min(...visits) / Math.min(...beside);
    };
    // A page that painted nothing has no ratio, and counts as slow.
    const isSlow = (url: string) => !(ratio(url) <= allowed);

    for (let visits = 0; visits < mostVisits; visits += 1) {
      const unsure = pages.filter(isSlow);
      if (unsure.length === 0 && isSlow(latePage)) break;
      for (const url of [empty, ...unsure, latePage]) await visit(url);
    }

    expect(pages.filter(isSlow).map((it) => [it, ratio(it)])).toEqual([]);
    // Otherwise the measurement would not notice a page that waits for a file.
    expect(isSlow(latePage)).toBe(true);
  });
});
