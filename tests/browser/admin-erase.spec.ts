/** Erasing a person from the inbox, with real accounts, functions and a real store. */
import { axeFaults } from '../support/pages/axe.ts';
import { toast } from '../support/pages/contact-form.ts';
import {
  expect,
  isArchived,
  openButton,
  rowsOf,
  test,
  viewOf,
  type Page,
} from '../support/pages/inbox-site.ts';
import { openMenu } from '../support/pages/menus.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';

const opener = (page: Page) => page.getByRole('button', { name: 'Erase a person' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Erase a person' });
const emailOf = (page: Page) => dialog(page).getByRole('textbox', { name: 'Email of the person' });
const someone = () => `p${crypto.randomUUID().slice(0, 8)}@example.com`;

test('a person can be erased with the keyboard alone, and disappears from the list', async ({
  page,
  enter,
  seed,
  site,
}) => {
  const email = someone();
  const { word, records } = await seed(3, (i) => (i < 2 ? { email } : {}));
  await enter(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(3);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(emailOf(page)).toBeFocused();
  await page.keyboard.type(` ${email.toUpperCase()} `);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(`2 submissions from ${email.toUpperCase()}.`);
  await expect(dialog(page)).toContainText('can’t undo this');
  const go = dialog(page).getByRole('button', { name: 'Erase 2 submissions' });
  for (let i = 0; i < 5 && !(await go.evaluate((it) => it === document.activeElement)); i++)
    await page.keyboard.press('Tab');
  await expect(go).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, '2 submissions erased')).toBeVisible();
  // The search may have been for the person.
  await expect(page).toHaveURL('/admin');
  await page.goto(viewOf(word));
  await expect(rowsOf(page)).toHaveCount(1);
  const [first, , other] = records;
  expect(await site.store.get(first?.id ?? '')).toBeUndefined();
  expect(await site.store.get(other?.id ?? '')).toBeDefined();
});

test('looking up, canceling and pressing Escape erase nothing', async ({
  page,
  enter,
  seed,
  site,
}) => {
  const email = someone();
  const { records } = await seed(1, () => ({ email }));
  await enter();
  for (const leave of ['Cancel', 'Escape']) {
    await opener(page).click();
    await emailOf(page).fill(email);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('1 submission from');
    if (leave === 'Escape') await page.keyboard.press('Escape');
    else await dialog(page).getByRole('button', { name: leave }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  }
  expect(await site.store.get(records[0]?.id ?? '')).toBeDefined();
});

test('a number of leads that has changed is shown before anything is erased', async ({
  page,
  enter,
  seed,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/erase-person');
  const email = someone();
  await seed(1, () => ({ email }));
  await enter();
  await opener(page).click();
  await emailOf(page).fill(email);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('1 submission from');
  await seed(1, () => ({ email }));
  await dialog(page).getByRole('button', { name: 'Erase 1 submission' }).click();
  await expect(dialog(page)).toContainText('The number has changed.');
  expect(await site.store.idsOf(email, 5)).toHaveLength(2);
  await dialog(page).getByRole('button', { name: 'Erase 2 submissions' }).click();
  await expect(toast(page, '2 submissions erased')).toBeVisible();
});

test('keys act on nothing behind the dialog once its button is gone', async ({
  page,
  enter,
  seed,
  site,
  complaints,
}) => {
  complaints.excuseFailing('/api/erase-person');
  const email = someone();
  const { records, word } = await seed(2, (i) => (i === 0 ? { email } : { archived: false }));
  const [erased = { id: '' }, other = { id: '' }] = records;
  await enter(viewOf(word));
  await openButton(page, other.id).click();
  await opener(page).press('Enter');
  await emailOf(page).fill(email);
  await emailOf(page).press('Enter');
  await expect(dialog(page)).toContainText('1 submission from');
  await site.store.erase([erased.id], new Date().toISOString());
  await dialog(page).getByRole('button', { name: 'Erase 1 submission' }).press('Enter');
  await expect(dialog(page)).toContainText('The number has changed.');
  await expect(dialog(page).getByRole('button', { name: 'Look up' })).toBeFocused();
  await page.keyboard.press('e');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await isArchived(site, other.id)).toBe(false);
});

for (const width of [320, 1280]) {
  test(`axe-core finds no fault in any state of the erase dialog, at ${width} px`, async ({
    page,
    enter,
    seed,
    complaints,
  }) => {
    complaints.excuseFailing('/api/erase-person');
    await page.setViewportSize({ width, height: 800 });
    const email = someone();
    await seed(1, () => ({ email }));
    await enter();
    const clean = async () => {
      expect(await axeFaults(page)).toEqual([]);
      expect(await sidewaysScroll(page)).toEqual([]);
    };
    await openMenu(page, 'Account');
    await opener(page).click();
    await expect(emailOf(page)).toBeFocused();
    await clean();
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Email is required');
    await clean();
    await emailOf(page).fill(someone());
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('No submissions from');
    await clean();
    await emailOf(page).fill(email);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('1 submission from');
    await clean();
    await page.route('**/api/erase-person', (route) =>
      route.fulfill({ status: 503, json: { error: 'Later.' } }),
    );
    await dialog(page).getByRole('button', { name: 'Erase 1 submission' }).click();
    await expect(dialog(page)).toContainText('Some could not be erased.');
    await clean();
  });
}
