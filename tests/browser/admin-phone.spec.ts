/** The inbox on a phone: leads first, everything else one tap away. */
import type { Alerts } from '../../src/shared/health.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { menuButton } from '../support/pages/menus.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test, type Page, type StubbedInbox } from '../support/pages/stubbed-inbox.ts';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const menus = [
  { menu: 'View', first: 'Industry', role: 'combobox' },
  { menu: 'Account', first: 'Report', role: 'link' },
] as const;

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

test.describe('on a phone of 360x640', () => {
  test.use({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    contextOptions: { reducedMotion: 'reduce' },
  });

  test('the first leads are in the first screen', async ({ page, enterStubbed }) => {
    await enterStubbed(leads(50));
    await expect(rows(page).nth(3)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('searchbox')).toBeInViewport({ ratio: 1 });
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

  test('the panel of a lead without a space in its words does not scroll sideways', async ({
    page,
    enterStubbed,
  }) => {
    const word = 'x'.repeat(100);
    const by = `${'x'.repeat(60)}@example.com`;
    const at = new Date().toISOString();
    const [first, ...others] = leads(2);
    const attempts = [{ at, ms: 5, status: 500, answer: word, by }];
    const fields = { name: word, email: by, company: word, industry: word, message: word };
    await enterStubbed(
      first ? [{ ...first, ...fields, attempts, answered: { at, by } }, ...others] : [],
    );
    await rows(page).first().getByRole('rowheader').getByRole('button').click();
    const panel = page.getByRole('dialog');
    await expect(panel).toContainText(`resent by ${by}`);
    expect(await panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  });

  test('a row shows the name, the trade, the time and the state', async ({
    page,
    enterStubbed,
  }) => {
    const [lead] = leads(1);
    await enterStubbed(leads(3));
    const row = rows(page).first();
    await expect(row.getByText(lead?.name ?? '?')).toBeVisible();
    await expect(row.getByText('Cleaning', { exact: true })).toBeVisible();
    await expect(row.locator('time')).toBeVisible();
    await expect(row.getByText('Delivered')).toBeVisible();
    await expect(row.getByRole('link')).toHaveCount(0);
  });

  test('a lead opens by one tap, with thumb-sized links to call and to write', async ({
    page,
    enterStubbed,
  }) => {
    const list = leads(5);
    await enterStubbed(list);
    await rows(page).nth(2).tap();
    const panel = page.getByRole('dialog');
    expect((await panel.boundingBox())?.width).toBeCloseTo(360);
    for (const name of [list[2]?.phone ?? '?', list[2]?.email ?? '?']) {
      const link = panel.getByRole('link', { name });
      await expect(link).toBeInViewport({ ratio: 1 });
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    // One line of buttons of 44 px, and its padding.
    expect((await panel.locator('header').boundingBox())?.height).toBeLessThan(72);
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(panel).toBeHidden();
  });

  for (const { menu, first, role } of menus) {
    test(`the menu ${menu} opens and closes by keyboard, and axe-core finds no fault`, async ({
      page,
      enterStubbed,
    }) => {
      await enterStubbed(leads(5));
      await expect(rows(page)).toHaveCount(5);
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
    });
  }

  test('the menu of filters says how many are on', async ({ page, enterStubbed }) => {
    await enterStubbed(leads(50));
    await menuButton(page, 'View').tap();
    await page.getByRole('combobox', { name: 'Delivery' }).selectOption('Failed');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'View, 1 filter is on' })).toHaveText('View (1)');
  });

  test('a dialog outlives a change of the window from wide to narrow', async ({
    page,
    enterStubbed,
  }) => {
    await page.setViewportSize({ width: 800, height: 640 });
    await enterStubbed(leads(5));
    await page.getByRole('button', { name: 'Erase a person' }).click();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(page.getByRole('dialog', { name: 'Erase a person' })).toBeVisible();
  });

  test('a menu becomes a part of the page when the window becomes wide, and its dialog stays', async ({
    page,
    enterStubbed,
  }) => {
    await enterStubbed(leads(5));
    await menuButton(page, 'Account').tap();
    await page.getByRole('button', { name: 'Erase a person' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Erase a person' });
    await expect(dialog).toBeVisible();
    await page.setViewportSize({ width: 800, height: 640 });
    await expect(page.locator(':popover-open', { hasText: 'Audit log' })).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Erase a person' })).toBeFocused();
  });
});

test.describe('zoomed to 200 %', () => {
  // The viewport of a 1280x1024 window at that zoom.
  test.use({ viewport: { width: 640, height: 512 }, deviceScaleFactor: 2 });

  test('the inbox shows leads, its menus and one lead whole', async ({ page, enterStubbed }) => {
    await enterStubbed(leads(5));
    await expect(rows(page).nth(1)).toBeInViewport({ ratio: 1 });
    expect(await sidewaysScroll(page)).toEqual([]);
    await menuButton(page, 'View').click();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await rows(page).first().click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('link', { name: /^Call/ })).toBeInViewport({ ratio: 1 });
    expect(await sidewaysScroll(page)).toEqual([]);
  });
});
