/** Visitors whose system or browser changes colors. */
import { publicPaths } from '../support/pages/routes.ts';
import { expect, test } from '../support/pages/test.ts';

for (const path of publicPaths)
  // Chrome would put white text on a bright green.
  test(`${path} keeps its colors in a browser that darkens light pages`, async ({
    page,
    context,
    visit,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit(path);
    const asBuilt = await page.screenshot();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setAutoDarkModeOverride', { enabled: true });
    const darkened = await page.screenshot();
    await devtools.send('Emulation.setAutoDarkModeOverride', { enabled: false });
    expect(darkened.equals(asBuilt)).toBe(true);
  });

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
