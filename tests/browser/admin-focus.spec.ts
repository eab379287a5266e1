/** The inbox never moves the focus to the top of the page, and a late response never takes it. */
import { toast } from '../support/pages/contact-form.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { chooseTool, menuButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { holdBack } from '../support/pages/scripts.ts';
import { expect, inboxOf, test, type Page, type StubbedInbox } from '../support/pages/stubbed.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Contact Submissions' });
const button = (page: Page, label: string) => page.getByRole('button', { name: label });
const dialog = (page: Page) => page.getByRole('dialog');

const callsTo = (path: string, { calls }: StubbedInbox) =>
  calls.filter((it) => it === `POST ${path}`);

test('a button that disappears when it is pressed leaves the focus in place, or on the list', async ({
  page,
}) => {
  const [first, ...others] = leads(40);
  await inboxOf(page, first ? [{ ...first, answered: null }, ...others] : []);
  await test.step('a bulk resend, from its question to its result', async () => {
    await chooseTool(page, 'Resend all failed');
    await button(page, 'Cancel').press('Enter');
    await expect(heading(page)).toBeFocused();
    await chooseTool(page, 'Resend all failed');
    await expect(button(page, 'Send now')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(button(page, 'Dismiss').first()).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toBeFocused();
  });
  await test.step('an export that is canceled, or ends by itself', async () => {
    const answer = await holdBack(page, '**/api/submissions.csv*');
    await chooseTool(page, 'Export CSV');
    await expect(page.getByRole('status').filter({ hasText: 'Exporting: 0 leads' })).toBeVisible();
    await button(page, 'Cancel export').press('Enter');
    await expect(menuButton(page)).toBeFocused();
    await chooseTool(page, 'Export CSV');
    await button(page, 'Cancel export').focus();
    answer();
    await expect(toast(page, 'Saved')).toBeVisible();
    await expect(menuButton(page)).toBeFocused();
  });
  await test.step('a toast', async () => {
    await nameOf(page, 0).click();
    const answer = dialog(page).getByRole('button', { name: /answered$/i });
    await answer.press('Enter');
    await expect(answer).toHaveText('Not answered');
    await toast(page, 'Marked as answered').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(answer).toHaveText('Mark as answered');
    await expect(answer).toBeFocused();
  });
});

test('Enter or a press opens a lead while text is selected, and Enter in the campaign field filters', async ({
  page,
}) => {
  await inboxOf(page, leads(5));
  await nameOf(page, 1).focus();
  await page.evaluate(() => {
    const company = document.querySelector('td[data-column=company]');
    if (company) getSelection()?.selectAllChildren(company);
  });
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await nameOf(page, 2).click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('searchbox').fill('nobody');
  await button(page, 'Clear search and filters').press('Enter');
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(page.getByRole('searchbox')).toBeFocused();

  const campaign = page.getByRole('textbox', { name: 'Campaign' });
  await campaign.fill(' spring ');
  await campaign.press('Enter');
  await expect(page).toHaveURL('/admin?campaign=spring');
  await expect(campaign).toBeFocused();
  await page.goBack();
  await expect(campaign).toHaveValue('');
});

test('typing goes into the search while a lead is archived, or while more leads load', async ({
  page,
}) => {
  const rows = leads(80).map((it) => ({ ...it, answered: null }));
  const inbox = await inboxOf(page, rows);
  const search = page.getByRole('searchbox');
  const archived = await holdBack(page, '**/api/archive-submission');
  await nameOf(page, 1).focus();
  await page.keyboard.press('e');
  await page.keyboard.press('/');
  archived();
  await expect(toast(page, 'Archived')).toBeVisible();
  await page.keyboard.type('are');
  await expect(search).toHaveValue('are');
  expect(callsTo('/api/archive-submission', inbox)).toHaveLength(1);

  await search.fill('');
  const more = await holdBack(page, '**/api/submissions?*cursor=*');
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await page.keyboard.press('/');
  more();
  await expect(page.getByText('End of the list')).toBeVisible();
  await expect(search).toBeFocused();
});

test('a note that is written while its lead is archived is neither lost nor taken for shortcuts', async ({
  page,
}) => {
  await inboxOf(page, leads(3));
  const archived = await holdBack(page, '**/api/archive-submission');
  await nameOf(page, 0).click();
  await page.keyboard.press('e');
  const note = dialog(page).getByRole('textbox', { name: 'Note' });
  await note.focus();
  await page.keyboard.type('C');
  archived();
  await expect(toast(page, 'Archived')).toBeVisible();
  await page.keyboard.type('all Ada');
  await expect(note).toHaveValue('Call Ada');
});

test('Enter on a row opens its lead when a bulk resend asks for confirmation, and a new filter cancels the resend', async ({
  page,
}) => {
  const inbox = await inboxOf(page, leads(40));
  await expect(nameOf(page, 0)).toBeVisible();
  const answer = await holdBack(page, '**/api/submissions?*delivery=*');
  await chooseTool(page, 'Resend all failed');
  await nameOf(page, 2).focus();
  answer();
  const send = button(page, 'Send now');
  await expect(send).toBeVisible();
  await expect(nameOf(page, 2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  expect(callsTo('/api/resend-to-webhook', inbox)).toHaveLength(0);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Industry' }).selectOption('HVAC / Plumbing');
  await expect(send).toBeHidden();
});

test('typed text is not taken for shortcuts right after its field disappears', async ({
  page,
  complaints,
}) => {
  complaints.excuseFailing('/api/outcome');
  const inbox = await inboxOf(page, leads(3));
  await page.route('**/api/outcome', (route) => route.abort());
  const fail = await holdBack(page, '**/api/outcome');
  await nameOf(page, 0).click();
  await button(page, 'Lost').click();
  await button(page, 'Price').click();
  const typed = dialog(page).getByLabel('In your words');
  await typed.pressSequentially('They ');
  fail();
  await expect(toast(page, 'The outcome could not be saved')).toBeVisible();
  await expect(typed).toBeHidden();
  await page.keyboard.type('are too dear');
  await expect(dialog(page)).toBeVisible();
  for (const path of ['archive-submission', 'answer-submission', 'resend-to-webhook'])
    expect(callsTo(`/api/${path}`, inbox)).toEqual([]);
});
