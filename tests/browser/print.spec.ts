import { legalPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of legalPaths) {
  test(`${path} is printed without the bar and the footer`, async ({ page, visit }) => {
    const bar = page.getByRole('banner');
    const footer = page.getByRole('contentinfo');
    await visit(path);
    await expect(bar).toBeVisible();
    await expect(footer).toBeVisible();

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar).toHaveCount(0);
    await expect(footer).toHaveCount(0);
  });
}

test('the questions on /contact are printed with their answers', async ({ page, visit }) => {
  await visit('/contact');
  const answers = page.locator('details p');
  await expect(answers).not.toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  for (const answer of await answers.all()) await expect(answer).toBeVisible();
});
