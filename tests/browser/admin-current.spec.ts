/** The inbox while time passes, on a clock that the tests hold. */
import { dayAt } from '../../src/shared/company-time.ts';
import { lead, leads } from '../support/pages/fake-inbox.ts';
import { openView } from '../support/pages/menus.ts';
import { expect, test, type Page } from '../support/pages/stubbed-inbox.ts';
import { idleEvery } from '../../src/islands/inbox/poll.ts';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const name = (page: Page, row: number) =>
  rows(page).nth(row).getByRole('rowheader').getByRole('button');

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('a second press of the key that archives leaves the next lead alone', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(3));
  await name(page, 0).focus();
  await page.keyboard.press('e');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('e');
  await page.clock.fastForward(1000);
  await expect(name(page, 0)).toBeFocused();
  expect(inbox.calls.filter((it) => it === 'POST /api/archive-submission')).toHaveLength(1);
  await page.keyboard.press('e');
  await expect(rows(page)).toHaveCount(1);
});

test('a date range stays while it is typed', async ({ page, enterStubbed }) => {
  await enterStubbed(leads(3));
  await openView(page);
  await page.getByLabel('Received').selectOption('Date range');
  const from = page.getByLabel('From', { exact: true });
  await from.fill('2026-01-02');
  await from.fill(dayAt(await page.evaluate(() => Date.now())));
  await expect(from).toBeVisible();
  await from.press('Backspace');
  await expect(from).toBeVisible();
  await from.fill('2026-01-02');
  await expect(page).toHaveURL(/from=2026-01-02&to=/);
});

test('with forced colors, lines show which leads are new and which is open', async ({
  page,
  enterStubbed,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const inbox = await enterStubbed(leads(3));
  await expect(rows(page)).toHaveCount(3);
  inbox.rows = [{ ...lead(0, Date.now() + 3_600_000), id: crypto.randomUUID() }, ...inbox.rows];
  // Lets the page look at the server again.
  const answered = page.waitForResponse((it) => it.url().includes('limit=50'));
  await page.clock.fastForward(idleEvery);
  await answered;
  await page.getByRole('button', { name: /new submission/ }).click();
  await name(page, 1).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const lines = await rows(page).evaluateAll((all) =>
    all.map((it) => [
      getComputedStyle(it, '::before').borderInlineStartStyle,
      getComputedStyle(it).outlineStyle,
    ]),
  );
  expect(lines.slice(0, 3)).toEqual([
    ['solid', 'none'],
    ['none', 'solid'],
    ['none', 'none'],
  ]);
});

test('a screen reader meets all of an opened lead, part by part', async ({
  page,
  enterStubbed,
}) => {
  const time = Date.parse('2026-11-20T22:00:00Z');
  await page.clock.setSystemTime(time);
  const { at, by } = { at: '2026-11-20T21:30:00.000Z', by: 'admin@example.com' };
  await enterStubbed(
    leads(1, time - 3_600_000).map((it) => ({
      ...it,
      answered: null,
      call_back: { at: '2026-11-23T15:00:00.000Z', by },
      outcome: { state: 'lost', reason: 'price', at, by },
      notes: [{ id: 'one', at, by, text: 'Call the office' }],
    })),
    (inbox) => {
      inbox.now = () => new Date(time);
    },
  );
  await name(page, 0).click();
  const panel = page.getByRole('dialog');
  await expect(panel).toContainText('matches this text');
  await expect(panel).toMatchAriaSnapshot({ name: 'opened-lead.aria.yml' });
});
