import {
  after,
  cardsIn,
  centre,
  expectStarted,
  leaveInView,
  openFeed,
} from '../support/pages/feed.ts';
import { layoutShifts } from '../support/pages/layout-shift.ts';
import { delayIsland, failIsland } from '../support/pages/scripts.ts';
import { expect, test, visit, type Page } from '../support/pages/test.ts';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

test('the feed shows a lead after 500 ms, then one every 2 s, and shifts no layout through a round', async ({
  page,
}) => {
  for (const [path, width] of [
    ['/', 360],
    ['/tree-service', 768],
    ['/', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await openFeed(page, path);
    for (const [wait, cards, typing] of [
      [499, 0, true],
      [1, 1, false],
      [500, 1, true],
      [1500, 2, false],
      [500, 2, true],
      [1500, 3, false],
      [2999, 3, false],
    ] as const)
      expect(await after(page, wait)).toEqual({ cards, typing });
    expect(await after(page, 1)).toMatchObject({ cards: 0 });
    expect(await after(page, 500)).toEqual({ cards: 1, typing: false });
    await page.clock.resume();
    const where = `${path} at ${width} px`;
    expect(await layoutShifts(page), where).toEqual({ total: 0, moved: [] });
  }
});

test('a phone’s page keeps its height when the feed begins', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await visit(page, '/');
  const before = await height();
  await centre(page);
  await expect(button(page, /pause/i)).toBeVisible();
  expect(await height()).toBe(before);
});

test('on a phone, the feed runs as soon as it fills a third of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, '/');
  await page.getByRole('heading', { name: 'What lands in your team chat' }).evaluate((heading) => {
    heading.scrollIntoView({ block: 'start', behavior: 'instant' });
  });
  await expect(cardsIn(page)).toHaveCount(1);
});

test('the feed begins empty while its script loads, and shows all leads if that fails', async ({
  page,
  complaints,
}) => {
  const release = await delayIsland(page, 'DemoFeed');
  await visit(page, '/');
  await centre(page);
  await expect(cardsIn(page)).toHaveCount(0);
  /** How many cards each frame shows, from before the start of the feed on. */
  await page.evaluate(() => {
    const counts: number[] = [];
    Object.assign(window, { counts });
    const count = () => {
      counts.push(
        [...document.querySelectorAll('article')].filter((card) =>
          card.checkVisibility({ visibilityProperty: true }),
        ).length,
      );
      requestAnimationFrame(count);
    };
    count();
  });
  release();
  await expect(cardsIn(page)).toHaveCount(2);
  const counts = await page.evaluate(() => (window as unknown as { counts: number[] }).counts);
  expect(counts, 'no card flashes').toEqual(counts.toSorted((a, b) => a - b));

  await test.step('with reduced motion, the cards are there from the start', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route(/DemoFeed/, () => undefined);
    await visit(page, '/');
    await expect(cardsIn(page)).toHaveCount(3);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
  await test.step('all cards show once the script has failed', async () => {
    complaints.excuseError('/_astro/');
    await failIsland(page, 'DemoFeed');
    await visit(page, '/');
    await expect(cardsIn(page)).toHaveCount(0);
    await centre(page);
    await expect(cardsIn(page)).toHaveCount(3);
  });
});

test('the feed pauses by its button, and restarts once it is out of view', async ({ page }) => {
  await openFeed(page, '/');
  await after(page, 600);
  await button(page, /pause/i).click();
  expect(await after(page, 60_000)).toEqual({ cards: 1, typing: false });
  await leaveInView(page, 0);
  await after(page, 5000);
  await centre(page);
  expect(await after(page, 5000)).toEqual({ cards: 1, typing: false });
  await button(page, /play/i).click();
  expect(await after(page, 499)).toEqual({ cards: 1, typing: false });
  expect(await after(page, 1)).toEqual({ cards: 1, typing: true });
  await button(page, /pause/i).click();
  expect(await after(page, 60_000), 'nothing blinks').toEqual({ cards: 1, typing: false });
  await button(page, /play/i).click();
  expect(await after(page, 1500)).toEqual({ cards: 2, typing: false });

  await leaveInView(page, 0.35);
  expect(await after(page, 500)).toEqual({ cards: 2, typing: true });
  await leaveInView(page, 0.25);
  await expect(cardsIn(page)).toHaveCount(0);
  expect(await after(page, 60_000)).toEqual({ cards: 0, typing: false });
  await centre(page);
  await expectStarted(page);
});

test('the feed shows all leads without motion under prefers-reduced-motion, follows a change, and announces none', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await visit(page, '/');
  await centre(page);
  await expect(page.locator('astro-island').filter({ has: cardsIn(page) })).not.toHaveAttribute(
    'ssr',
  );
  for (const step of [0, 500, 10_000])
    expect(await after(page, step)).toEqual({ cards: 3, typing: false });
  await expect(button(page, /pause|play/i)).toHaveCount(0);
  const live = 'xpath=ancestor::*[@aria-live or @role="status" or @role="log"]';
  await expect(cardsIn(page).locator(live)).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expectStarted(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(cardsIn(page)).toHaveCount(3);
});
