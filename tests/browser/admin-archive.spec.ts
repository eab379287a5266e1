/** How salespeople put leads away, and back. */
import {
  expect,
  isArchived,
  openButton,
  panelOf,
  rowOf,
  rowsOf,
  test,
  undoButton,
  viewOf,
} from '../support/pages/inbox-site.ts';

test('a lead is archived, restored with the keyboard, and found among the archived ones', async ({
  page,
  site,
  enterWaiting,
}) => {
  const { word, records } = await enterWaiting(3);
  const ids = records.map(({ id }) => id);
  const at = (index: number) => openButton(page, ids[index] ?? '');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(at(2)).toBeFocused();
  await expect.poll(() => isArchived(site, ids[1])).toBe(true);
  await page.keyboard.press('z');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(at(1)).toBeFocused();
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);

  await page.keyboard.press('Enter');
  await panelOf(page).getByRole('button', { name: 'Archive' }).click();
  await expect(panelOf(page)).toBeHidden();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page).toHaveURL(viewOf(word, '&archived=yes'));
  await at(1).focus();
  await page.keyboard.press('e');
  await expect(rowsOf(page)).toHaveCount(0);
  await expect.poll(() => isArchived(site, ids[1])).toBe(false);
});

test('a lead stays archived if the page is closed before anybody undoes it', async ({
  page,
  context,
  enterWaiting,
  visitIn,
}) => {
  const { word, records } = await enterWaiting(2);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(undoButton(page)).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await visitIn(other, viewOf(word));
  await expect(rowsOf(other)).toHaveCount(1);
  await expect(rowOf(other, records[1]?.id ?? '')).toBeVisible();
});

test('a search that finds nothing in the inbox leads to the archived leads', async ({
  page,
  enterWaiting,
}) => {
  const { word, records } = await enterWaiting(1);
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await page.getByRole('link', { name: 'Search the archive' }).press('Enter');
  await expect(page).toHaveURL(viewOf(word, '&archived=yes'));
  await expect(rowOf(page, records[0]?.id ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Contact Submissions' })).toBeFocused();
});
