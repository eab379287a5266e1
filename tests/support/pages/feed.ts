import { expect, visit, type Page } from './test.ts';

export const cardsIn = (page: Page) =>
  page.getByRole('article').filter({ hasText: 'New Lead', visible: true });

const typingIn = (page: Page) => page.locator('[data-typing=true]');

const rail = (page: Page) => page.getByRole('list').filter({ hasText: 'New Lead' });

/** Waits for React to render in its own task. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let turns = 0; turns < 3; turns += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(undefined);
      });
      port1.close();
    }
  });

/** Moves the clock, then returns the number of cards and whether another is being typed. */
export async function after(page: Page, milliseconds: number) {
  await page.clock.runFor(milliseconds);
  await settle(page);
  return { cards: await cardsIn(page).count(), typing: (await typingIn(page).count()) > 0 };
}

/** Stops the page's clock and opens the page with the feed in the middle of the window. */
export async function openFeed(page: Page, path: string): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await visit(page, path);
  await centre(page);
  await expectStarted(page);
}

/** The first indicator shows as soon as the feed runs, so its clock is at 0 then. */
export async function expectStarted(page: Page): Promise<void> {
  await expect.poll(() => after(page, 0)).toEqual({ cards: 0, typing: true });
}

export const centre = (page: Page) =>
  rail(page).evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );

/** Scrolls down until this share of the feed is left at the top of the window. */
export const leaveInView = (page: Page, share: number) =>
  rail(page).evaluate((element, share) => {
    const { bottom, height } = element.getBoundingClientRect();
    scrollTo({ top: scrollY + bottom - height * share, behavior: 'instant' });
  }, share);
