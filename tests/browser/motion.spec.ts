import { everyPath } from '../support/routes.ts';
import { expect, test } from '../support/test.ts';

const scrolling = () => getComputedStyle(document.documentElement).scrollBehavior;

for (const path of everyPath) {
  test(`${path} scrolls smoothly, and at once for who asked for less motion`, async ({
    page,
    visit,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await visit(path);
    expect(await page.evaluate(scrolling)).toBe('smooth');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.evaluate(scrolling)).toBe('auto');
  });

  test(`${path} moves nothing by itself for who asked for less motion`, async ({ page, visit }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await visit(path);
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((it) => Number(it.effect?.getComputedTiming().endTime) > 10)
        .map((it) => (it instanceof CSSAnimation ? it.animationName : it.id)),
    );
    expect(moving).toEqual([]);
  });
}
