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
  test(`${path} scrolls smoothly, or at once if the visitor prefers reduced motion`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit(path);
    expect(await page.evaluate(scrolling)).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.evaluate(scrolling)).toBe('auto');
  });

  test(`${path} has no animation if the visitor prefers reduced motion`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    expect(await page.evaluate(moving)).toEqual([]);
  });
}

test('the search for animations finds a planted one', async ({ page, visit }) => {
  await visit('/');
  await page.evaluate(() => {
    document.body.animate({ opacity: [0, 1] }, { id: 'planted', duration: 100_000 });
  });
  expect(await page.evaluate(moving)).toContain('planted');
});
