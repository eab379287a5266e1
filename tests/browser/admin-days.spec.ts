/** The filter for the days on which leads arrived, and the button that clears all filters. */
import { dayAt, daysAfter } from '../../src/shared/company-time.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { leads } from '../support/pages/fake-inbox.ts';
import { openMenu } from '../support/pages/menus.ts';
import { expect, test } from '../support/pages/stubbed-inbox.ts';

const today = dayAt(Date.now());

test('the inbox filters by days, keeps them in the address, and follows the Back button', async ({
  page,
  enterStubbed,
}) => {
  const inbox = await enterStubbed(leads(500));
  const days = page.getByLabel('Received');
  await days.selectOption('Last 7 days');
  await expect(page).toHaveURL(`/admin?from=${daysAfter(today, -6)}`);
  await expect(page.getByText(/^\d+ shown$/).first()).toBeVisible();

  await days.selectOption('Date range');
  await page.getByLabel('From', { exact: true }).fill(daysAfter(today, -4));
  await page.getByLabel('To', { exact: true }).fill(daysAfter(today, -3));
  const range = `from=${daysAfter(today, -4)}&to=${daysAfter(today, -3)}`;
  await expect(page).toHaveURL(`/admin?${range}`);
  await expect.poll(() => inbox.calls.at(-1)).toContain(range);

  await page.reload();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(daysAfter(today, -3));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await expect(page.getByLabel('From', { exact: true })).toBeHidden();
  await page.goBack();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(daysAfter(today, -4));
});

test('Clear drops a search that has not begun', async ({ page, enterStubbed }) => {
  await enterStubbed(leads(30));
  await page.getByLabel('Received').selectOption('Last 7 days');
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await expect(clear).toBeVisible();
  await page.getByRole('searchbox').fill('stump');
  await clear.click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  await expect(page).toHaveURL('/admin');
});

for (const width of [360, 1280]) {
  test(`the filter for days fits ${width} pixels, and axe-core finds no fault`, async ({
    page,
    enterStubbed,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await enterStubbed(leads(30));
    await openMenu(page, 'View');
    await page.getByLabel('Received').selectOption('Date range');
    await page.getByLabel('From', { exact: true }).fill(daysAfter(today, -4));
    await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible();
    const scroll = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await scroll()).toBe(width);
    expect(await axeFaults(page)).toEqual([]);
  });
}
