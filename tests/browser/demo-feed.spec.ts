import {
  after,
  cardsIn,
  centre,
  expectStarted,
  leaveInView,
  openFeed,
} from '../support/pages/feed.ts';
import { layoutShifts } from '../support/pages/layout-shift.ts';
import { expect, test, type Page } from '../support/pages/test.ts';

const button = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** A tab that another one covers. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

for (const path of ['/', '/tree-service']) {
  test(`${path} shows a lead after 500 ms, then one every 2 s, each after 1.5 s of typing`, async ({
    page,
    visit,
  }) => {
    await openFeed(page, visit, path);
    for (let round = 0; round < 2; round += 1) {
      expect(await after(page, 499)).toEqual({ cards: 0, typing: true });
      expect(await after(page, 1)).toEqual({ cards: 1, typing: false });
      expect(await after(page, 499)).toEqual({ cards: 1, typing: false });
      expect(await after(page, 1)).toEqual({ cards: 1, typing: true });
      expect(await after(page, 1499)).toEqual({ cards: 1, typing: true });
      expect(await after(page, 1)).toEqual({ cards: 2, typing: false });
      expect(await after(page, 499)).toEqual({ cards: 2, typing: false });
      expect(await after(page, 1)).toEqual({ cards: 2, typing: true });
      expect(await after(page, 1499)).toEqual({ cards: 2, typing: true });
      expect(await after(page, 1)).toEqual({ cards: 3, typing: false });
      expect(await after(page, 2999)).toEqual({ cards: 3, typing: false });
      expect(await after(page, 1)).toMatchObject({ cards: 0 });
    }
  });

  test(`${path} has no layout shift through a whole round`, async ({ page, visit }) => {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await openFeed(page, visit, path);
      for (const step of [500, 500, 1500, 500, 1500, 3000, 500]) await after(page, step);
      await page.clock.resume();
      expect(await layoutShifts(page), `at ${width} px`).toEqual({ total: 0, moved: [] });
    }
  });
}

test('leads come in order, with everything needed to call back', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  const services = [/oak tree removal/i, /trimming (and|&) pruning/i, /stump grinding/i];
  for (const [index, wait] of [500, 2000, 2000].entries()) {
    await after(page, wait);
    const card = cardsIn(page).nth(index);
    await expect(card.getByRole('heading')).toHaveText(services[index] ?? '');
    for (const part of ['just now', 'Qualified', 'Houston', 'Budget', 'Timeline'].filter(
      (it) => it !== 'Houston' || index === 0,
    ))
      await expect(card).toContainText(part);
    await expect(card).toContainText(/\(\d{3}\) 555-01\d\d/);
    await expect(card).toContainText(/@example\.com/);
  }
});

test('the feed starts over when less than 30 % of it is in view, and runs while more is', async ({
  page,
  visit,
}) => {
  await openFeed(page, visit, '/');
  expect(await after(page, 2500)).toEqual({ cards: 2, typing: false });
  await leaveInView(page, 0.35);
  expect(await after(page, 500)).toEqual({ cards: 2, typing: true });
  await leaveInView(page, 0.25);
  await expect(cardsIn(page)).toHaveCount(0);
  expect(await after(page, 60_000)).toEqual({ cards: 0, typing: false });
  await centre(page);
  await expectStarted(page);
  expect(await after(page, 500)).toEqual({ cards: 1, typing: false });
});

test('the button pauses the feed, then resumes it from there', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  await after(page, 600);
  await button(page, /pause/i).click();
  expect(await after(page, 60_000)).toEqual({ cards: 1, typing: false });
  await button(page, /play/i).click();
  expect(await after(page, 399)).toEqual({ cards: 1, typing: false });
  expect(await after(page, 1)).toEqual({ cards: 1, typing: true });
  expect(await after(page, 1500)).toEqual({ cards: 2, typing: false });
});

test('a paused feed keeps its cards when it is scrolled out of view', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  await after(page, 2600);
  await button(page, /pause/i).click();
  await leaveInView(page, 0);
  await after(page, 5000);
  await centre(page);
  expect(await after(page, 5000)).toEqual({ cards: 2, typing: false });
  await expect(button(page, /play/i)).toBeVisible();
});

test('the feed waits while its tab is in the background', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  await after(page, 700);
  await setHidden(page, true);
  expect(await after(page, 60_000)).toEqual({ cards: 1, typing: false });
  await setHidden(page, false);
  expect(await after(page, 299)).toEqual({ cards: 1, typing: false });
  expect(await after(page, 1)).toEqual({ cards: 1, typing: true });
});

test('the feed announces nothing to screen readers', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  await after(page, 4500);
  const spoken = await cardsIn(page).evaluateAll((cards) =>
    cards.map((it) => it.closest('[aria-live], [role=status], [role=alert], [role=log]')),
  );
  expect(spoken).toEqual([null, null, null]);
});

test('the feed shows all leads without motion if the visitor prefers reduced motion', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await visit('/');
  await centre(page);
  await expect(page.locator('astro-island').filter({ has: cardsIn(page) })).not.toHaveAttribute(
    'ssr',
  );
  for (const step of [0, 500, 10_000])
    expect(await after(page, step)).toEqual({ cards: 3, typing: false });
  await expect(button(page, /pause|play/i)).toHaveCount(0);
});

test('the feed follows a change of the motion preference', async ({ page, visit }) => {
  await openFeed(page, visit, '/');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(cardsIn(page)).toHaveCount(3);
  await expect(button(page, /pause|play/i)).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expectStarted(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/', '/tree-service'])
    test(`${path} shows all three leads and no pause button`, async ({ page, visit }) => {
      await visit(path);
      await expect(cardsIn(page)).toHaveCount(3);
      await expect(button(page, /pause|play/i)).toHaveCount(0);
    });
});
