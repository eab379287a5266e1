/** The inbox on a phone: leads first, everything else one tap away, also with large text. */
import type { Alerts } from '../../src/shared/health.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton } from '../support/pages/menus.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test, type Page, type StubbedInbox } from '../support/pages/stubbed-inbox.ts';

test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  contextOptions: { reducedMotion: 'reduce' },
});

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const panelOf = (page: Page) => page.getByRole('dialog');

/** Every alarm there is, with sentences as long as they get. */
const alarmed = (inbox: StubbedInbox): void => {
  const since = new Date(Date.now() - 90_000_000).toISOString();
  const wait = { since, seconds: 300_000 };
  const alerts: Alerts = {
    undelivered: wait,
    held: wait,
    incidents: [
      { kind: 'canary', what: 'The hourly test visit fails. The contact page has no form.', since },
      { kind: 'retention', what: 'Old leads are still stored after their time has passed.', since },
      { kind: 'silence', what: 'No lead has come for longer than is usual here.', since },
    ],
    unsent: 'The address of the alerts answers 500',
  };
  inbox.intercept = (call) => {
    return call.includes('/api/alerts') ? { status: 200, json: alerts } : undefined;
  };
};

test('the first screen has leads, each with the name, the trade, the time and the state', async ({
  page,
  enterStubbed,
}) => {
  const [lead] = leads(1);
  await enterStubbed(leads(50));
  await expect(rows(page).nth(3)).toBeInViewport({ ratio: 1 });
  const search = page.getByRole('searchbox');
  await expect(search).toBeInViewport({ ratio: 1 });
  const row = rows(page).first();
  await expect(row.getByText(lead?.name ?? '?')).toBeVisible();
  await expect(row.getByText('Cleaning', { exact: true })).toBeVisible();
  await expect(row.locator('time')).toBeVisible();
  await expect(row.getByText('Delivered')).toBeVisible();
  await expect(row.getByRole('link')).toHaveCount(0);
  const { room, needed } = await search.evaluate((it: HTMLInputElement) => {
    const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(it);
    const { fontSize, fontFamily } = getComputedStyle(it, '::placeholder');
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas) canvas.font = `${fontSize} ${fontFamily}`;
    return {
      room: it.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd),
      needed: canvas?.measureText(it.placeholder).width,
    };
  });
  expect(needed, 'the whole hint of the search').toBeLessThanOrEqual(room);
});

test('a lead is in the first screen whatever the alarms are, which are announced and a tap away', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(50), alarmed);
  const all = page.getByRole('button', { name: '6 things need you' });
  await expect(all).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Leads are held' })).toHaveText(
    /Deliveries are failing.*No lead has come.*An alert could not be sent/,
  );
  await expect(rows(page).first()).toBeInViewport({ ratio: 1 });
  const show = page.getByRole('button', { name: 'Show held' });
  await expect(show).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await all.tap();
  await expect(
    page.getByText('No lead has come for longer than is usual here.', { exact: true }),
  ).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toEqual([]);
  await show.tap();
  await expect(page).toHaveURL('/admin?delivery=held');
});

test('a lead opens by one tap, with thumb-sized links, and fits whatever its words are', async ({
  page,
  enterStubbed,
}) => {
  const word = 'x'.repeat(100);
  const by = `${'x'.repeat(60)}@example.com`;
  const at = new Date().toISOString();
  const [first, ...others] = leads(5);
  const attempts = [{ at, ms: 5, status: 500, answer: word, by }];
  const fields = { name: word, email: by, company: word, industry: word, message: word };
  await enterStubbed(
    first ? [{ ...first, ...fields, attempts, answered: { at, by } }, ...others] : [],
  );
  const panel = panelOf(page);
  await rows(page).nth(2).tap();
  expect((await panel.boundingBox())?.width).toBeCloseTo(360);
  for (const name of [others[1]?.phone ?? '?', others[1]?.email ?? '?']) {
    const link = panel.getByRole('link', { name });
    await expect(link).toBeInViewport({ ratio: 1 });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  // One line of buttons of 44 px, and its padding.
  expect((await panel.locator('header').boundingBox())?.height).toBeLessThan(72);
  await panel.getByRole('button', { name: 'Close' }).tap();
  await expect(panel).toBeHidden();
  await rows(page).first().getByRole('rowheader').getByRole('button').click();
  await expect(panel).toContainText(`resent by ${by}`);
  expect(await panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});

test('the menus open and close by keyboard, say how many filters are on, and outlive a wide window', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(50));
  await expect(rows(page)).toHaveCount(50);
  for (const [menu, role, first] of [
    ['View', 'combobox', 'Industry'],
    ['Account', 'link', 'Report'],
  ] as const) {
    const inside = page.getByRole(role, { name: first });
    await expect(inside).toBeHidden();
    await menuButton(page, menu).focus();
    await page.keyboard.press('Enter');
    await expect(inside).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(inside).toBeFocused();
    expect(await axeFaults(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(inside).toBeHidden();
    await expect(menuButton(page, menu)).toBeFocused();
  }
  await filterByFailed(page);
  await expect(page.getByRole('button', { name: 'View, 1 filter is on' })).toHaveText('View (1)');

  const erase = page.getByRole('button', { name: 'Erase a person' });
  const dialog = page.getByRole('dialog', { name: 'Erase a person' });
  await menuButton(page, 'Account').tap();
  await erase.tap();
  for (const width of [800, 360, 800]) {
    await page.setViewportSize({ width, height: 640 });
    await expect(page.locator(':popover-open', { hasText: 'Audit log' })).toHaveCount(0);
    await expect(dialog, `at ${width} px`).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(erase).toBeFocused();
});

async function filterByFailed(page: Page): Promise<void> {
  await menuButton(page, 'View').tap();
  await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/admin?delivery=failed');
}
