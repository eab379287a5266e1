/** Taking won leads to an ad network from the inbox, with real accounts, functions and a real store. */
import { readFile } from 'node:fs/promises';
import { monthAt, monthsAfter } from '../../src/shared/report.ts';
import { expect, test, type Page } from '../support/pages/inbox-site.ts';
import { chooseToolByKey, menuButton } from '../support/pages/menus.ts';
import { looksRight } from '../support/pages/sideways-scroll.ts';

const name = 'Export for Google Ads or Microsoft';
const dialog = (page: Page) => page.getByRole('dialog', { name });
const told = (page: Page) => dialog(page).getByRole('status');
const go = (page: Page) => dialog(page).getByRole('button', { name: 'Save the file' });

/** No other test wins leads in this month. */
const month = monthsAfter(monthAt(Date.now()), -7);

test('won leads are saved for an ad network once, and again with the box ticked', async ({
  page,
  enter,
  seed,
}) => {
  const outcome = { state: 'won', at: `${month}-15T12:00:00.000Z`, by: 'Ada' } as const;
  const gclid = `id-${crypto.randomUUID()}`;
  await seed(3, (i) => ({ outcome, gpc: i === 2, ...(i === 0 && { attribution: { gclid } }) }));
  await enter();
  await chooseToolByKey(page, name);
  await dialog(page).getByRole('combobox', { name: 'Won in' }).selectOption(month);
  const download = page.waitForEvent('download');
  await go(page).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`google-ads-${month}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.join()).toContain(`${gclid},Website lead won,${month}-15T12:00:00+0000`);
  await expect(told(page)).toContainText(`2 leads are in google-ads-${month}.csv.`);
  await expect(told(page)).toContainText('1 left out: 1 whose browser asked not to share.');
  await expect(told(page)).toContainText('Tools, Data manager');
  await looksRight(page, 'a saved file', [320, 360, 1280]);

  await go(page).press('Enter');
  await expect(told(page)).toContainText('There is no lead to take, so no file was saved.');
  await expect(told(page)).toContainText('3 left out: 2 taken before, 1 whose browser');
  await page.route('**/api/ads-export*', (cut) => cut.fulfill({ body: 'Google Cl' }));
  await go(page).click();
  await expect(told(page)).toContainText('The file could not be fetched.');
  await page.unroute('**/api/ads-export*');
  await dialog(page).getByRole('checkbox', { name: 'Also those taken before' }).check();
  await go(page).click();
  await expect(told(page)).toContainText(`2 leads are in google-ads-${month}.csv.`);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(menuButton(page)).toBeFocused();
});
