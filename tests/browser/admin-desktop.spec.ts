/** The inbox in a wide window. */
import { toast } from '../support/pages/contact-form.ts';
import { lead, leads } from '../support/pages/fake-inbox.ts';
import { axeFaults } from '../support/pages/axe.ts';
import { sidewaysScroll } from '../support/pages/sideways-scroll.ts';
import { expect, test, type Page } from '../support/pages/stubbed-inbox.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rows = (page: Page) => page.locator('tbody tr[data-id]');
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const choice = (page: Page, name: string) => page.getByRole('checkbox', { name });

for (const width of [1280, 1440]) {
  test(`e-mails are readable whole at ${width} px`, async ({ page, enterStubbed }) => {
    await page.setViewportSize({ width, height: 800 });
    const emails = [
      'dana@roe-roofing.example.com',
      'maria.hernandez-gutierrez@greater-houston-kitchens.example',
    ];
    await enterStubbed(emails.map((email, i) => ({ ...lead(i), email })));
    for (const email of emails) {
      const link = rows(page).getByRole('link', { name: email });
      const cut = await link.evaluate((it) => {
        const cell = it.closest('td') ?? it;
        return (
          it.scrollWidth > it.clientWidth + 1 ||
          it.getBoundingClientRect().bottom > cell.getBoundingClientRect().bottom + 1 ||
          (cell.parentElement?.getBoundingClientRect().height ?? 0) < it.scrollHeight
        );
      });
      expect(cut, email).toBe(false);
    }
    expect(await sidewaysScroll(page)).toEqual([]);
  });
}

test('no head breaks inside of a word at 1200 px, and an address breaks after its sign', async ({
  page,
  enterStubbed,
}) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  const email = 'maria.hernandez@gulf-kitchens.example';
  await enterStubbed([{ ...lead(0), email, answered: null }]);
  for (const head of await page.getByRole('columnheader').all()) {
    const box = await head.boundingBox();
    expect(box?.height, (await head.textContent()) ?? '').toBeLessThan(24);
    const isWhole = await head.evaluate((it) => it.scrollWidth <= it.clientWidth);
    expect(isWhole, (await head.textContent()) ?? '').toBe(true);
  }
  const link = rows(page).getByRole('link', { name: email });
  const lines = await link.evaluate((it) => {
    const range = document.createRange();
    range.selectNodeContents(it);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  expect(lines).toBe(2);
  await expect(page.getByTitle('Only business hours count').first()).toBeVisible();
});

for (const width of [768, 1100, 1280]) {
  test(`the search says whole what it finds at ${width} px`, async ({ page, enterStubbed }) => {
    await page.setViewportSize({ width, height: 800 });
    await enterStubbed(leads(1));
    const search = page.getByRole('searchbox', { name: 'Search' });
    const isWhole = await search.evaluate((it: HTMLInputElement) => {
      const field = it.clientWidth;
      it.style.cssText = 'flex: none; inline-size: auto; field-sizing: content';
      return it.clientWidth <= field;
    });
    expect(isWhole).toBe(true);
  });
}

test('the buttons of the head share a line at 768 px', async ({ page, enterStubbed }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await enterStubbed(leads(1));
  const tops = ['Erase a person', 'Logout'].map(async (name) => {
    const box = await page.getByRole('button', { name }).boundingBox();
    return box?.y;
  });
  const [erase, logout] = await Promise.all(tops);
  expect(logout).toBe(erase);
});

test('columns can be hidden by keyboard, and this browser remembers it', async ({
  page,
  enterStubbed,
}) => {
  await enterStubbed(leads(5));
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Enter');
  await choice(page, 'Marketing').press('Space');
  await choice(page, 'Message').press('Space');
  await expect(header(page, 'Marketing')).toBeHidden();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(choice(page, 'Message')).toBeHidden();
  await page.reload();
  await expect(rows(page)).toHaveCount(5);
  await expect(header(page, 'Message')).toBeHidden();
  await expect(header(page, 'Email')).toBeVisible();
  const [date, resend] = [header(page, 'Date'), header(page, 'Actions')];
  const row = rows(page).first();
  // Heads stay above their cells.
  for (const [head, cell] of [
    [date, row.getByRole('cell').first()],
    [resend, row.getByRole('cell').last()],
  ] as const)
    expect((await head.boundingBox())?.x).toBeCloseTo((await cell.boundingBox())?.x ?? 0, 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await choice(page, 'Message').check();
  await expect(header(page, 'Message')).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`a toast covers no button of the panel at ${width} px`, async ({ page, enterStubbed }) => {
    await page.setViewportSize({ width, height: 640 });
    await enterStubbed(leads(5));
    await rows(page).first().getByRole('rowheader').getByRole('button').click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: 'Resend' }).click();
    const shown = await toast(page, 'Successfully sent to webhook').boundingBox();
    for (const button of await panel.getByRole('button').all()) {
      const box = await button.boundingBox();
      if (!shown || !box) throw new Error('The toast or a button is not on the screen.');
      const isApart = box.y >= shown.y + shown.height || box.y + box.height <= shown.y;
      expect(isApart, (await button.textContent()) ?? '').toBe(true);
    }
  });
}
