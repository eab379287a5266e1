import { expect, test } from '../support/pages/test.ts';

test("an industry's page preselects its industry, even after a visit to the contact page", async ({
  page,
  visit,
}) => {
  await visit('/contact');
  await page.getByLabel('Name', { exact: true }).fill('Dana Roe');
  // The draft that is kept tells that the form has been hydrated.
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('leadwright:contact')))
    .toContain('Dana Roe');
  await visit('/tree-service');
  await page.locator('#contact-form').scrollIntoViewIfNeeded();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dana Roe');
  await expect(page.getByLabel('Industry', { exact: true })).toHaveValue('tree-service');
});
