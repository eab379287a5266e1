/** Ten thousand rows, on a processor a quarter as fast. */
import { leads } from '../support/pages/fake-inbox.ts';
import { expect, test, type Page, type StubbedInbox } from '../support/pages/stubbed-inbox.ts';

/** People notice a longer delay. */
const longest = 100;

declare global {
  interface Window {
    worked: number[];
  }
}

test('ten thousand rows keep the page fast', async ({ page, enterStubbed }) => {
  test.slow();
  const inbox = await enterStubbed([]);
  // As many as a search has to find to fill the screen.
  await showAll(page, inbox, 320);
  const few = quicker(await oneRound(page), await oneRound(page));

  await showAll(page, inbox, 10_000);
  expect(await page.locator('tbody tr[data-id]').count()).toBeLessThan(60);
  let many: Work = { walk: Infinity, search: Infinity };
  await expect(async () => {
    many = quicker(many, await oneRound(page));
    await showsRows(page, 'End of the list: 10,000');
    expect(many.walk).toBeLessThan(Math.max(longest, 2 * few.walk));
    expect(many.search).toBeLessThan(Math.max(longest, 2 * few.search));
  }).toPass({ timeout: 60_000, intervals: [0] });
});

async function showAll(page: Page, inbox: StubbedInbox, total: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  inbox.rows = leads(total);
  await page.reload();
  const more = page.getByRole('button', { name: 'Load more' });
  for (let shown = 50; shown < total;) {
    await more.click();
    shown = Math.min(total, shown + 200);
    const count = shown.toLocaleString('en-US');
    await showsRows(page, shown === total ? `End of the list: ${count}` : `${count} shown`);
  }
  await watch(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

const showsRows = (page: Page, words: string) =>
  expect(page.getByText(words).first()).toBeVisible();

/** How long the handlers of each interaction ran. */
const watch = (page: Page) =>
  page.evaluate(() => {
    window.worked = [];
    new PerformanceObserver((list) => {
      for (const it of list.getEntries() as PerformanceEventTiming[])
        window.worked.push(it.processingEnd - it.processingStart);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });

/** The longest work of one key while moving and while searching, in milliseconds. */
interface Work {
  walk: number;
  search: number;
}

async function oneRound(page: Page): Promise<Work> {
  const work = { walk: await longestWork(page, walk), search: await longestWork(page, search) };
  await page.getByRole('searchbox').fill('');
  await page.getByRole('searchbox').blur();
  await showsRows(page, 'End of the list');
  return work;
}

/** Other work only slows a key down, so the quickest round counts. */
const quicker = (one: Work, other: Work): Work => ({
  walk: Math.min(one.walk, other.walk),
  search: Math.min(one.search, other.search),
});

/** Moves through rows, opens and closes them. */
async function walk(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  for (let i = 0; i < 10; i++) await page.keyboard.press('j');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  for (let i = 0; i < 5; i++) await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type('lopez');
  await showsRows(page, '50 shown');
  await page.getByRole('searchbox').blur();
}

async function longestWork(page: Page, keys: (page: Page) => Promise<void>): Promise<number> {
  await page.evaluate(() => (window.worked = []));
  await keys(page);
  const worked = await page.evaluate(() => window.worked);
  expect(worked.length).toBeGreaterThan(5);
  return Math.max(...worked);
}
