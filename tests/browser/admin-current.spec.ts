/** The inbox over time, with a clock that the tests control. */
import { lead, leads } from '../support/pages/fake-inbox.ts';
import { menuButton, moreButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test } from '../support/pages/stubbed.ts';
import { pollEvery } from '../../src/islands/inbox/list/list.ts';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('a second press of the archive key leaves the next lead alone', async ({ page }) => {
  const inbox = await inboxOf(page, leads(3));
  await nameOf(page, 0).focus();
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('e');
  await page.clock.fastForward(1000);
  await expect(nameOf(page, 0)).toBeFocused();
  expect(inbox.calls.filter((it) => it === 'POST /api/archive-submission')).toHaveLength(1);
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(1);
});

test('new leads wait behind a button, and with forced colors, lines show which are new and which is open', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const inbox = await inboxOf(page, leads(3));
  await expect(rowsOf(page)).toHaveCount(3);
  inbox.rows = [{ ...lead(0, Date.now() + 3_600_000), id: crypto.randomUUID() }, ...inbox.rows];
  const answered = page.waitForResponse((it) => it.url().includes('limit=50'));
  await page.clock.fastForward(pollEvery.idle);
  await answered;
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByRole('button', { name: '1 new lead: show' }).click();
  await expect(nameOf(page, 0)).toBeFocused();
  await expect(rowsOf(page)).toHaveCount(4);
  await nameOf(page, 1).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const lines = await rowsOf(page).evaluateAll((all) =>
    all.map((row) => [
      getComputedStyle(row, '::before').borderInlineStartStyle,
      getComputedStyle(row).outlineStyle,
    ]),
  );
  expect(lines.slice(0, 3)).toEqual([
    ['solid', 'none'],
    ['none', 'solid'],
    ['none', 'none'],
  ]);
});

test('a lead below the first page opens in a colleague’s latest state', async ({ page }) => {
  const rows = leads(60).map((it) => ({ ...it, answered: null }));
  const inbox = await inboxOf(page, rows);
  await (await moreButton(page)).click();
  await expect(rowsOf(page)).toHaveCount(60);
  const answered = { at: new Date().toISOString(), by: 'colleague@example.com' };
  inbox.rows = inbox.rows.with(-1, { ...lead(59), answered });
  const looked = page.waitForResponse((it) => it.url().includes('limit=50'));
  await page.clock.fastForward(pollEvery.idle);
  await looked;
  await nameOf(page, -1).click();
  await page.clock.fastForward(pollEvery.idle);
  await expect(page.getByRole('dialog')).toContainText(answered.by);
});

test('the archive key does not restore a lead that a colleague has archived', async ({ page }) => {
  const inbox = await inboxOf(page, leads(3));
  await expect(rowsOf(page)).toHaveCount(3);
  inbox.rows = inbox.rows.with(1, { ...lead(1), archived: true });
  const searched = page.waitForResponse('**/api/search*');
  await page.clock.fastForward(pollEvery.idle);
  await searched;
  await nameOf(page, 1).press('e');
  await expect(rowsOf(page)).toHaveCount(2);
  expect(inbox.rows[1]).toMatchObject({ archived: true });
});

test('on a translated page, waits are updated, a choice stays, and an amount shows', async ({
  page,
}) => {
  const time = Date.parse('2026-11-20T16:00:00Z');
  await page.clock.setSystemTime(time);
  const outcome = { state: 'won', at: '2026-11-20T15:00:00Z', by: 'Ada' } as const;
  const rows = leads(2, time).map((lead, i) => ({
    ...lead,
    answered: null,
    ...(i && { outcome }),
  }));
  await inboxOf(page, rows);
  const won = { outcome: { ...outcome, amount: 900 } };
  await page.route('**/api/outcome', (route) => route.fulfill({ json: won }));
  await nameOf(page, 1).click();
  // Chrome's translator wraps each text in an element, except in an option.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('option, td *, dialog p'))
      for (const text of [...element.childNodes].filter((node) => node instanceof Text)) {
        const own = document.createElement('b');
        own.append(`${text.data}*`);
        if (element.matches('option')) text.data += '*';
        else text.replaceWith(own);
      }
  });
  await page.clock.fastForward('30:00');
  await expect(rowsOf(page).first()).toContainText('waits 30 min');
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill('900');
  await amount.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('$900');
  const industry = page.getByRole('combobox', { name: 'Industry' });
  await industry.selectOption({ index: 2 });
  await expect(page).toHaveURL('/admin?industry=landscaping');
  await expect(industry).toHaveJSProperty('selectedIndex', 2);
});

test('a screen reader gets every part of the list, the menu and an opened lead, in order', async ({
  page,
}) => {
  const time = Date.parse('2026-11-20T22:00:00Z');
  await page.clock.setSystemTime(time);
  const { at, by } = { at: '2026-11-20T21:30:00.000Z', by: 'admin@example.com' };
  await inboxOf(
    page,
    leads(1, time - 3_600_000).map((lead) => ({
      ...lead,
      answered: null,
      call_back: { at: '2026-11-23T15:00:00.000Z', by },
      outcome: { state: 'lost', reason: 'price', at, by },
      notes: [{ id: 'one', at, by, text: 'Call the office' }],
    })),
    (inbox) => {
      inbox.now = () => new Date(time);
    },
  );
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('main')).toMatchAriaSnapshot({ name: 'inbox.aria.yml' });
  await menuButton(page).click();
  await expect(page.locator('[popover=auto]:popover-open')).toMatchAriaSnapshot({
    name: 'inbox-menu.aria.yml',
  });
  await page.keyboard.press('Escape');
  await nameOf(page, 0).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('matches this text');
  await expect(panel).toMatchAriaSnapshot({ name: 'opened-lead.aria.yml' });
  await page.clock.fastForward('09:00:00');
  await expect(rowsOf(page)).toContainText('yesterday');
  await expect(panel).toContainText('yesterday');
});
