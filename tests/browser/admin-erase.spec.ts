import { idsBy } from '../support/worlds/stored.ts';
import { newEmail, toast } from '../support/pages/contact-form.ts';
import {
  expect,
  isArchived,
  openButton,
  rowsOf,
  test,
  viewOf,
  type Page,
} from '../support/pages/inbox-site.ts';
import { chooseTool, chooseToolByKey, menuButton } from '../support/pages/menus.ts';
import { looksRight } from '../support/pages/looks.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Erase a person' });
const emailOf = (page: Page) => dialog(page).getByRole('textbox', { name: 'Email of the person' });
const phoneOf = (page: Page) => dialog(page).getByRole('textbox', { name: 'Phone of the person' });
async function lookUp(page: Page, email: string): Promise<void> {
  await phoneOf(page).fill('');
  await emailOf(page).fill(email);
  await emailOf(page).press('Enter');
}

test('looking up, canceling and pressing Escape keep every lead, and the keyboard alone can erase a person', async ({
  page,
  site,
}) => {
  const email = newEmail();
  const { word, ids } = await site.enterSeeded(page, 3, (i) => (i < 2 ? { email } : {}));
  const [first = '', , other = ''] = ids;
  for (const leave of ['Cancel', 'Escape']) {
    await chooseToolByKey(page, 'Erase a person');
    await lookUp(page, email);
    await expect(dialog(page)).toContainText('2 submissions from');
    if (leave === 'Escape') await page.keyboard.press('Escape');
    else await dialog(page).getByRole('button', { name: leave }).click();
    // The dialog can be opened again only after the page has handled its close event.
    await expect(page.locator('dialog[aria-label="Erase a person"]')).toHaveCount(0);
    await expect(menuButton(page)).toBeFocused();
  }
  expect(await site.store.get(first)).toBeDefined();

  await chooseToolByKey(page, 'Erase a person');
  await expect(emailOf(page)).toBeFocused();
  await page.keyboard.type(` ${email.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('2 submissions from ');
  await expect(dialog(page)).toContainText('can’t undo this');
  const go = dialog(page).getByRole('button', { name: 'Erase 2 submissions' });
  for (let i = 0; i < 5 && !(await go.evaluate((it) => it === document.activeElement)); i++)
    await page.keyboard.press('Tab');
  await expect(go).toBeFocused();
  await page.evaluate(() => sessionStorage.setItem('leadwright:note:lead:', 'About this person'));
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 submissions erased')).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('this person');
  // The search may contain the erased person's name.
  await expect(page).toHaveURL('/admin');
  await page.goto(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(1);
  expect(await site.store.get(first)).toBeUndefined();
  expect(await site.store.get(other)).toBeDefined();
});

test('a person is erased by any of their numbers, and the dialog names other people with the same number', async ({
  page,
  site,
}) => {
  const email = newEmail();
  const own = '(512) 555-0177';
  const whose = (i: number) =>
    i === 0 ? { email, phone: `281 555 0100 / ${own}` } : { phone: own };
  const { records, ids } = await site.enterSeeded(page, 2, whose);
  await openButton(page, ids[0] ?? '').click();
  await chooseTool(page, 'Erase a person');
  await expect(emailOf(page)).toHaveValue(email);
  await expect(phoneOf(page)).toHaveValue(records[0]?.phone ?? '');
  await phoneOf(page).press('Enter');
  await expect(dialog(page)).toContainText('2 submissions from ');
  for (const { name } of records) await expect(dialog(page)).toContainText(name);
  await expect(dialog(page)).toContainText('may be a colleague who shares the phone');
  await looksRight(page, 'leads of the same phone', [360, 1280]);
  await phoneOf(page).fill('');
  await phoneOf(page).press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Erase 1 submission' })).toBeVisible();
  await emailOf(page).fill('');
  await phoneOf(page).fill('+1 512 555 0177');
  await phoneOf(page).press('Enter');
  await dialog(page).getByRole('button', { name: 'Erase 2 submissions' }).click();
  await expect(toast(page, '2 submissions erased')).toBeVisible();
  for (const id of ids) expect(await site.store.get(id)).toBeUndefined();
});

test('a changed number of leads is shown before the erasure, and the inbox ignores keys behind the dialog', async ({
  page,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/erase-person');
  const email = newEmail();
  const whose = (i: number) => (i === 0 ? { email } : { archived: false });
  const { ids } = await site.enterSeeded(page, 2, whose);
  const [person = '', other = ''] = ids;
  await openButton(page, other).click();
  await chooseToolByKey(page, 'Erase a person');
  await lookUp(page, email);
  const outdated = dialog(page).getByRole('button', { name: 'Erase 1 submission' });
  await expect(outdated).toBeVisible();
  await site.seed(1, () => ({ email }));
  await outdated.click();
  await expect(dialog(page)).toContainText('The number has changed.');
  const go = dialog(page).getByRole('button', { name: 'Erase 2 submissions' });
  await expect(go).toBeVisible();
  expect(await idsBy(site.store, email, 5)).toHaveLength(2);

  await site.store.erase(await idsBy(site.store, email, 5), new Date().toISOString());
  await go.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Look up' })).toBeFocused();
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await isArchived(site, other)).toBe(false);
  expect(await site.store.get(person)).toBeUndefined();
});

test('axe-core finds no violation in any state of the erase dialog, which fits a phone', async ({
  page,
  complaints,
  site,
}) => {
  complaints.excuseFailing('/api/erase-person');
  const email = newEmail();
  await site.enterSeeded(page, 1, () => ({ email }));
  await chooseTool(page, 'Erase a person');
  const looksRightAfter = async (press: () => Promise<void>, sentence: string) => {
    await press();
    await expect(dialog(page)).toContainText(sentence);
    await looksRight(page, sentence, [320, 1280]);
  };
  const enterKey = () => page.keyboard.press('Enter');
  await looksRightAfter(() => expect(emailOf(page)).toBeFocused(), 'Erase a person');
  await looksRightAfter(enterKey, 'Email or phone is required');
  await emailOf(page).fill(newEmail());
  await looksRightAfter(enterKey, 'No submissions of this person.');
  await emailOf(page).fill(email);
  await looksRightAfter(enterKey, '1 submission from');
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route('**/api/erase-person', async (route) => {
    await promise;
    await route.fulfill({ status: 503, json: { error: 'Later.' } });
  });
  await dialog(page).getByRole('button', { name: 'Erase 1 submission' }).click();
  // A dialog cannot cancel a second Escape.
  for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
  // axe-core skips disabled elements, so this compares their colors with those of a busy button.
  const busy = dialog(page).getByRole('button', { name: 'Erasing' });
  await expect(busy).toHaveCSS('cursor', 'progress');
  resolve(undefined);
  await looksRightAfter(() => expect(busy).toBeHidden(), 'Some could not be erased.');
});
