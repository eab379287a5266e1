import { everyPath } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

const scrolling = () => getComputedStyle(document.documentElement).scrollBehavior;

/** The names of the animations that last long enough to be visible. */
const moving = () =>
  document
    .getAnimations()
    .filter((it) => Number(it.effect?.getComputedTiming().endTime) > 10)
    .map((it) => (it instanceof CSSAnimation ? it.animationName : it.id));

for (const path of everyPath) {
  // A list of leads would draw all its rows on the way.
  const isForStaff = path === '/auth';
  const way = isForStaff ? 'at once' : 'smoothly';
  test(`${path} scrolls ${way}, and has no motion if the visitor prefers that`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    expect(await page.evaluate(scrolling)).toBe('auto');
    expect(await page.evaluate(moving)).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await page.evaluate(scrolling)).toBe(isForStaff ? 'auto' : 'smooth');
  });
}

test('the search for animations finds a planted one', async ({ page, visit }) => {
  await visit('/');
  await page.evaluate(() => {
    document.body.animate({ opacity: [0, 1] }, { id: 'planted', duration: 100_000 });
  });
  expect(await page.evaluate(moving)).toContain('planted');
});
