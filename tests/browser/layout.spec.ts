/** The layout of pages, on screen and on paper, and that nothing in it moves. */
import { layoutShifts, painted } from '../support/pages/layout-shift.ts';
import { moving, setTextSize } from '../support/pages/looks.ts';
import { expect, test, visit } from '../support/pages/test.ts';

test('the footer spans the window, aligns its text with the bar, and has thumb-sized links', async ({
  page,
}) => {
  await visit(page, '/');
  const footer = page.getByRole('contentinfo');
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const bar = await page
      .getByRole('banner')
      .getByRole('link', { name: 'Leadwright' })
      .boundingBox();
    const name = await footer.getByText('Leadwright', { exact: true }).boundingBox();
    expect(name?.x, `at ${width} px`).toBe(bar?.x);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const link of await footer.getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});

test('a tablet shows no lone item in a row of the footer or the figures, and a phone shows a readable sample lead at 200 % text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await visit(page, '/tree-service');
  const footer = page.getByRole('contentinfo').getByRole('heading', { level: 2 });
  const figures = page.getByRole('main').getByText(/^(35%|Under 5 Minutes|100%)$/);
  for (const parts of [footer, figures]) {
    await expect(parts).toHaveCount(3);
    const tops = await parts.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await setTextSize(page, '200%');
  const phone = page.getByText('(713) 555-0142');
  const { height, line } = await phone.evaluate((it) => ({
    height: it.clientHeight,
    line: parseFloat(getComputedStyle(it).lineHeight),
  }));
  expect(height).toBeLessThan(1.5 * line);
});

test('a printed page has no bar and no footer, but all answers; a small phone keeps the e-mail address on one line', async ({
  page,
}) => {
  for (const path of ['/privacy-policy', '/contact']) {
    await page.emulateMedia({ media: 'screen' });
    await visit(page, path);
    await expect(page.getByRole('banner')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  }
  const answers = page.locator('details p');
  await expect(answers).not.toHaveCount(0);
  for (const answer of await answers.all()) await expect(answer).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    const address = page.getByRole('main').getByRole('link', { name: /@/ });
    const lines = await address.evaluate((it) => it.getClientRects().length);
    expect(lines, `at ${width} px`).toBe(1);
  }
});

test('with forced colors, fields and buttons have edges', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/contact');
  const edges = await page
    .locator('.field, .button')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .map((it) => getComputedStyle(it))
        .map((it) => it.borderStyle !== 'none' && it.borderColor !== it.backgroundColor),
    );
  expect(new Set(edges)).toEqual(new Set([true]));
});

// A browser may paint between any two tags, and later content must not move earlier content.
test('buttons and links are in place before all text has arrived', async ({ page }) => {
  const places = () =>
    page.locator('header .bar > *, header li:first-child, .actions > *').evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y } = part.getBoundingClientRect();
        return [Math.round(x), Math.round(y)];
      }),
    );
  const atBothWidths = async () => {
    const found = [];
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      found.push(await places());
    }
    return found;
  };
  for (const path of ['/', '/tree-service']) {
    await visit(page, path);
    const whole = await atBothWidths();
    await page.locator('header li:nth-child(n + 2)').evaluateAll((links) => {
      links.forEach((link) => link.remove());
    });
    await page
      .locator('header .bar > .button, header button, .actions > :last-child')
      .evaluateAll((buttons) =>
        buttons.forEach((button) => button.firstChild?.replaceWith('\u200b')),
      );
    expect(await atBothWidths(), path).toEqual(whole);
  }
});

test(
  'the checks for animations and for layout shifts find a planted one',
  { tag: '@chromium' },
  async ({ page }) => {
    await visit(page, '/about');
    await painted(page);
    await page.evaluate(() => {
      const late = document.createElement('p');
      late.style.blockSize = '200px';
      document.body.prepend(late);
      late.animate({ opacity: [0, 1] }, { id: 'planted', duration: 100_000 });
    });
    expect(await page.evaluate(moving)).toContain('planted');
    expect((await layoutShifts(page)).total).toBeGreaterThan(0);
  },
);
