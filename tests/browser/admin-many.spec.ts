/** A key press or a search costs the page about as much with a thousand rows as with fifty. */
import type { CDPSession } from 'playwright/test';
import { leads } from '../support/pages/fake-inbox.ts';
import { holdBack } from '../support/pages/scripts.ts';
import { expect, inboxOf, test, type Page, type StubbedInbox } from '../support/pages/stubbed.ts';

test('a thousand rows keep the page fast', { tag: '@chromium' }, async ({ page }) => {
  test.slow();
  const inbox = await inboxOf(page, []);
  const session = await page.context().newCDPSession(page);
  // Measures the page's own work, which a busy machine does not lengthen.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  await showAll(page, inbox, 50);
  const few = { walk: await walk(page, session), search: await search(page, session) };
  await showAll(page, inbox, 1000);
  const many = { walk: await walk(page, session), search: await search(page, session) };
  expect(many.walk, 'a move through the rows').toBeLessThan(5 * few.walk);
  // If a search rendered all rows again, the factor would be 4 to 6.
  expect(many.search, 'a search').toBeLessThan(3.5 * few.search);
});

async function showAll(page: Page, inbox: StubbedInbox, total: number): Promise<void> {
  inbox.rows = leads(total);
  await page.goto('/admin');
  await showsRows(page, 50);
  const more = page.getByRole('button', { name: 'Load more' });
  for (let shown = 50; shown < total;) {
    // By key, because rows that come into view change their height and move the button under a pointer.
    await more.press('Enter');
    shown = Math.min(total, shown + 200);
    await showsRows(page, shown);
  }
}

/** Queries the document itself: a locator that reads all of its text is slower than the page. */
const showsRows = (page: Page, count: number) =>
  page.waitForFunction(
    (wanted) => document.querySelectorAll('tbody tr[data-id]').length === wanted,
    count,
  );

async function walk(page: Page, session: CDPSession): Promise<number> {
  const moved = await costs(page, session, ['j', 'j', 'j', 'j', 'j', 'End', 'Enter']);
  await expect(page.getByRole('dialog')).toBeVisible();
  const closed = await costs(page, session, ['k', 'k', 'k', 'Escape']);
  await expect(page.getByRole('dialog')).toBeHidden();
  return median([...moved, ...closed]);
}

/** Types into the search until it sends a request. The response is delayed, because its rows take time to render. */
async function search(page: Page, session: CDPSession): Promise<number> {
  const answer = await holdBack(page, '**/api/search*');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  const before = await workOf(session);
  const searched = page.waitForRequest('**/api/search*');
  await page.keyboard.type('lopez');
  await searched;
  const spent = (await workOf(session)) - before;
  answer();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr[data-id]').length <= 50);
  return spent;
}

/** A single key press may include other work, such as a response that arrives. */
const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

/** The script time in milliseconds of each of these keys. */
async function costs(page: Page, session: CDPSession, keys: string[]): Promise<number[]> {
  const times: number[] = [];
  for (const key of keys) {
    const before = await workOf(session);
    await page.keyboard.press(key);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    times.push((await workOf(session)) - before);
  }
  return times;
}

async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'ScriptDuration')?.value;
  return Number(seconds) * 1000;
}
