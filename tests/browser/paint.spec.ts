import { paintOf, type Paint } from '../support/pages/paint.ts';
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';
import { latePath, withEmptyPage } from '../support/servers/empty-page.ts';

const allowed = 1.35;
/** A busy machine only delays a paint, so the quickest of several visits is the most accurate. */
const mostVisits = 10;

const quickest = (one: Paint, other: Paint): Paint => ({
  first: Math.min(one.first, other.first),
  largest: Math.min(one.largest, other.largest),
});

/** The page's paints against those of an empty one; the two take turns. */
async function against(visitPage: () => Promise<Paint>, visitEmpty: () => Promise<Paint>) {
  let page = await visitPage();
  let empty = await visitEmpty();
  const ratio = () => Math.max(page.first, page.largest) / empty.first;
  for (let visits = 1; visits < mostVisits && (visits < 3 || ratio() > allowed); visits += 1) {
    page = quickest(page, await visitPage());
    empty = quickest(empty, await visitEmpty());
  }
  return ratio();
}

for (const path of publicPaths) {
  test(`${path} paints nearly as soon as an empty page on a slow phone`, async ({
    browser,
    baseURL,
  }) => {
    test.slow();
    const url = new URL(path, baseURL).href;
    const ratio = await withEmptyPage((empty) =>
      against(
        () => paintOf(browser, url),
        () => paintOf(browser, empty),
      ),
    );
    expect(ratio).toBeLessThanOrEqual(allowed);
  });
}

test('the measurement finds a page that waits for a file', async ({ browser }) => {
  test.slow();
  const ratio = await withEmptyPage((empty) =>
    against(
      () => paintOf(browser, empty + latePath),
      () => paintOf(browser, empty),
    ),
  );
  expect(ratio).toBeGreaterThan(allowed);
});
