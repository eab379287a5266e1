/** What the inbox shows in a wide window without scrolling: how many leads, how much of each, and one beside them. */
import type { Locator } from 'playwright/test';
import { dayAt } from '../../src/shared/company-time.ts';
import { toItem } from '../../functions/store/record.ts';
import { demoLeads } from '../../scripts/demo/invented-leads.ts';
import { axeFaults, sidewaysScroll } from '../support/pages/looks.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test, type StubbedInbox } from '../support/pages/stubbed.ts';

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

/** The counts of an inbox with three troubles. */
const threeAlarms = (inbox: StubbedInbox): void => {
  const wait = { since: '2026-03-01T12:00:00.000Z', seconds: 7200 };
  const troubles = [
    { kind: 'waiting', what: 'Leads wait.', since: wait.since },
    { kind: 'alerts', what: 'No address in ALERT_URL takes alerts.', since: wait.since },
  ];
  const json = { undelivered: wait, held: null, troubles };
  inbox.intercept = (call) => (call.endsWith('/api/alerts') ? { status: 200, json } : undefined);
};

test('with three alarms, the list starts within 240 px, and eleven leads are in view', async ({
  page,
}) => {
  // The widest time in the column, in winter and in summer.
  const yesterday = `${dayAt(Date.now() - 24 * 60 * 60_000)}T17:38:00.000Z`;
  await inboxOf(page, demoLeads(15, Date.now()).map(toItem), (inbox) => {
    inbox.rows = inbox.rows.map((row) => ({ ...row, answered: null, created_at: yesterday }));
    threeAlarms(inbox);
  });
  const alarms = page.getByRole('button', { name: /^3 things need you/ });
  await expect(alarms).toBeInViewport({ ratio: 1 });
  expect((await rowsOf(page).first().boundingBox())?.y).toBeLessThanOrEqual(240);
  const eleventh = await rowsOf(page).nth(10).boundingBox();
  const place = await page.getByText('Keys: j k next').boundingBox();
  expect((eleventh?.y ?? 0) + (eleventh?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
  const tops = await page
    .getByRole('search')
    .locator('input, select')
    .evaluateAll((fields) => fields.map((it) => it.getBoundingClientRect().top));
  expect(tops).toHaveLength(6);
  expect(new Set(tops).size, 'one row of filters').toBe(1);

  await alarms.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show undelivered' })).toBeFocused();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(alarms).toBeFocused();
});

/** How many characters of a text are in view, and whether all of it is. */
const seenOf = (text: Locator) =>
  text.evaluate((element) => {
    const whole = element.textContent;
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const box = (element.closest('td, th') ?? element).getBoundingClientRect();
    let seen = 0;
    while (node.nextNode())
      for (let at = 0; at < (node.currentNode.textContent?.length ?? 0); at++) {
        const range = document.createRange();
        range.setStart(node.currentNode, at);
        range.setEnd(node.currentNode, at + 1);
        const { bottom, right } = range.getBoundingClientRect();
        if (bottom <= box.bottom + 2 && right <= box.right + 1) seen++;
      }
    return { seen, isWhole: seen === whole.length };
  });

test('at 1280 px, a row shows its full name, e-mail and phone, and the first 60 characters of the message', async ({
  page,
}) => {
  const message =
    'We want high-end residential only, $15k and up. Is that something you can target?';
  const rows = [...leads(6), ...demoLeads(100, Date.now()).slice(0, 3).map(toItem)];
  const long = rows.map((it) => ({ ...it, message }));
  await inboxOf(page, long);
  await expect(rowsOf(page)).toHaveCount(9);
  for (const row of await rowsOf(page).all()) {
    await row.scrollIntoViewIfNeeded();
    for (const column of ['name', 'email', 'phone']) {
      const text = row.locator(`[data-column=${column}]`).locator('button, a').first();
      expect(await seenOf(text), await text.innerText()).toMatchObject({ isWhole: true });
    }
    const { seen } = await seenOf(row.locator('[data-column=message]'));
    expect(seen).toBeGreaterThanOrEqual(60 + '…'.length);
  }
});

test('from 1024 px on, the opened lead stays beside the list while keys move through it', async ({
  page,
}) => {
  const all = leads(30);
  await inboxOf(page, all);
  const panel = page.getByRole('dialog');
  await nameOf(page, 8).click();
  for (const width of [1024, 1199, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const [list, beside] = [await page.getByRole('table').boundingBox(), await panel.boundingBox()];
    expect((list?.x ?? 0) + (list?.width ?? 0), `at ${width} px`).toBeLessThan(beside?.x ?? 0);
    for (const name of [/^Menu/, 'Close'])
      await page.getByRole('button', { name }).click({ trial: true });
    expect(await sidewaysScroll(page)).toEqual([]);
  }
  for (let i = 0; i < 20; i++) await page.keyboard.press('j');
  await page.keyboard.press('k');
  const row = page.locator('tr[data-open]');
  await expect(row).toHaveAttribute('data-id', all[27]?.id ?? '');
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(panel.getByRole('heading', { name: all[27]?.name ?? '?' })).toBeFocused();
  for (const column of ['date', 'name', 'industry', 'message', 'actions'])
    await expect(row.locator(`[data-column=${column}]`)).toBeVisible();
  await test.step('Escape closes a menu before it closes the lead', async () => {
    await menuButton(page).press('Enter');
    await page.keyboard.press('Escape');
    await expect(panel).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(
      row.or(rowsOf(page).nth(27)).getByRole('rowheader').getByRole('button'),
    ).toBeFocused();
  });
});
