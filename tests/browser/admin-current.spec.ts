/** What the inbox shows follows the server: what others did, what came meanwhile, and the server's clock. */
import { dayAt } from '../../src/shared/company-time.ts';
import { toast } from '../support/pages/contact-form.ts';
import { lead, leads } from '../support/pages/fake-inbox.ts';
import { openView } from '../support/pages/menus.ts';
import { expect, test, type Page, type StubbedInbox } from '../support/pages/stubbed-inbox.ts';
import { nothingWrong } from '../support/builders/health.ts';
import { checkEvery } from '../../src/islands/inbox/alarm/alarm-store.ts';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const name = (page: Page, row: number) =>
  rows(page).nth(row).getByRole('rowheader').getByRole('button');
const fresh = (page: Page) => page.getByRole('button', { name: /new submission/ });
const callsTo = (path: string, { calls }: StubbedInbox) =>
  calls.filter((it) => it.startsWith(`POST ${path}`));
/** Lets the page look at the server again, for leads and for alarms. */
async function nextLook(page: Page): Promise<void> {
  const answered = page.waitForResponse((it) => it.url().includes('limit=50'));
  await page.clock.fastForward(checkEvery);
  await answered;
}
const late = () => ({ ...lead(0, Date.now() + 3_600_000), id: crypto.randomUUID() });

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('an inbox that is emptied under the mouse still shows alarms and new leads', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(1).map((it) => ({ ...it, answered: null })));
  await name(page, 0).focus();
  await rows(page).first().hover();
  await page.keyboard.press('e');
  await expect(page.getByText('All done.')).toBeVisible();
  inbox.rows = [late(), ...inbox.rows];
  const held = { since: new Date().toISOString(), seconds: 3 * 3600 };
  inbox.intercept = (call) =>
    call.includes('/api/alerts') ? { status: 200, json: { ...nothingWrong, held } } : undefined;
  await nextLook(page);
  await expect(page.getByRole('button', { name: /needs you Leads are held/ })).toBeVisible();
  await fresh(page).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a lead that is archived from its own link is not new', async ({ page, enterStubbed }) => {
  const inbox = await enterStubbed(leads(3));
  const [, { id }] = inbox.rows as [unknown, { id: string }];
  await page.goto(`/admin?q=${id}`);
  await name(page, 0).focus();
  await page.keyboard.press('e');
  await expect(toast(page, 'Archived')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await nextLook(page);
  // The second look begins when the first has been shown.
  await nextLook(page);
  await expect(fresh(page)).toBeHidden();
  await expect(page.getByText('No submission matches')).toBeVisible();
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
  expect(callsTo('/api/archive-submission', inbox)).toHaveLength(1);
  await page.keyboard.press('e');
  await expect(rows(page)).toHaveCount(1);
});

test('a view that was seen before shows its leads and marks as they are now', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(3).map((it) => ({ ...it, answered: null })));
  const show = page.getByRole('combobox', { name: 'Show' });
  await expect(rows(page)).toHaveCount(3);
  await show.selectOption('Archived');
  await expect(rows(page)).toHaveCount(0);
  const at = new Date().toISOString();
  inbox.rows = inbox.rows
    .slice(1)
    .map((it) => ({ ...it, answered: { at, by: 'ada@example.com' } }));
  await show.selectOption('Inbox');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).getByText('Answered')).toHaveCount(2);
});

test('a failed answer never hides the one that a colleague gave meanwhile', async ({
  page,
  enterStubbed,
  complaints,
}) => {
  complaints.excuseError('status of 503');
  const inbox = await enterStubbed([{ ...lead(0), answered: null, archived: false }]);
  await name(page, 0).click();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/answer-submission', async (route) => {
    await promise;
    await route.fulfill({ status: 503, json: { error: 'Not now.' } });
  });
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  const answered = { at: new Date().toISOString(), by: 'ada@example.com' };
  inbox.rows = inbox.rows.map((it) => ({ ...it, answered }));
  resolve(undefined);
  await expect(toast(page, 'The answer could not be saved')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Answered by ada@example.com');
});

test('a lead that a colleague erased leaves the list and its panel at the next look', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(4));
  const [first, second, third] = inbox.rows.map(({ id }) => id);
  await name(page, 1).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  inbox.rows = inbox.rows.filter(({ id }) => id !== first && id !== second);
  await nextLook(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toHaveAttribute('data-id', third ?? '');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toast(page, 'This lead was erased')).toBeVisible();
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
  inbox.rows = [late(), ...inbox.rows];
  await nextLook(page);
  await fresh(page).click();
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
