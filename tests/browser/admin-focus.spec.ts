/** Using the inbox never leaves the keyboard at the top of the page. */
import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { expect, test, type Page } from '../support/pages/stubbed-inbox.ts';

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const heading = (page: Page) => page.getByRole('heading', { name: 'Contact Submissions' });
const button = (page: Page, name: string) => page.getByRole('button', { name });

test('a campaign that Enter chose keeps the focus, and follows Back', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(5));
  await expect(rows(page)).toHaveCount(5);
  const campaign = page.getByRole('textbox', { name: 'Campaign' });
  await campaign.fill(' spring ');
  await campaign.press('Enter');
  await expect(page).toHaveURL('/admin?campaign=spring');
  await expect(campaign).toBeFocused();
  await page.goBack();
  await expect(campaign).toHaveValue('');
});

test('a bulk resend keeps the focus from its question to its result, and leaves it at the list', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(40));
  const start = button(page, 'Resend all failed');
  await start.click();
  await button(page, 'Cancel').press('Enter');
  await expect(heading(page)).toBeFocused();
  await start.click();
  await expect(button(page, 'Send now')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Dismiss').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
});

test('the buttons of a list without rows leave the focus at the list', async ({
  page,
  enterStubbed,
  complaints,
}) => {
  complaints.excuseError('status of 400');
  const inbox = await enterStubbed(leads(5), (it) => {
    it.intercept = (call) =>
      call.includes('/api/submissions?') ? { status: 400, json: { error: 'No.' } } : undefined;
  });
  const retry = button(page, 'Try again');
  await expect(retry).toBeVisible();
  inbox.intercept = () => undefined;
  await retry.press('Enter');
  await expect(rows(page)).toHaveCount(5);
  await expect(heading(page)).toBeFocused();
  await page.getByRole('searchbox').fill('nobody');
  await button(page, 'Clear search and filters').press('Enter');
  await expect(rows(page)).toHaveCount(5);
  await expect(heading(page)).toBeFocused();
});

test('a canceled export gives the focus to the button that exports', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(5));
  await page.route('**/api/submissions.csv?*', () => undefined);
  await button(page, 'Export CSV').click();
  await button(page, 'Cancel export').press('Enter');
  await expect(button(page, 'Export CSV')).toBeFocused();
});

test('a button of a toast gives the focus back', async ({ page, enterStubbed }) => {
  const [first, ...others] = leads(5);
  await enterStubbed(first ? [{ ...first, answered: null }, ...others] : []);
  await rows(page).first().getByRole('rowheader').getByRole('button').click();
  const answer = page.getByRole('dialog').getByRole('button', { name: /answered$/i });
  await answer.press('Enter');
  await expect(answer).toHaveText('Not answered');
  await toast(page, 'Marked as answered').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(answer).toHaveText('Mark as answered');
  await expect(answer).toBeFocused();
});

test('an export that ends by itself gives the focus to the button that exports', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(5));
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/submissions.csv?*', async (route) => {
    await answered;
    await route.fallback();
  });
  await button(page, 'Export CSV').click();
  await button(page, 'Cancel export').focus();
  answer();
  await expect(toast(page, 'Saved')).toBeVisible();
  await expect(button(page, 'Export CSV')).toBeFocused();
});

test('Enter opens a lead while text is selected, and so does a press on a name', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(5));
  const names = page.locator('tbody').getByRole('rowheader').getByRole('button');
  await names.nth(1).focus();
  await page.evaluate(() => {
    const company = document.querySelector('td[title]');
    if (company) getSelection()?.selectAllChildren(company);
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await names.nth(2).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
