/** Visitors whose system or browser changes colors. */
import { expect, test } from '../support/pages/test.ts';

test('the menu marks the current page where the system chooses the colors', async ({
  page,
  visit,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit('/about');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const underlined = await links.evaluateAll((all) =>
    all
      .filter((it) => getComputedStyle(it).textDecorationLine === 'underline')
      .map((it) => it.textContent.trim()),
  );
  expect(underlined).toEqual(['About']);
});
