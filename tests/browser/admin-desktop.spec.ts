/** The inbox in a wide window: its columns, its filters and what fits. */
import { dayAt, daysAfter } from '../../src/shared/company-time.ts';
import { axeFaults, sidewaysScroll } from '../support/pages/looks.ts';
import { toast } from '../support/pages/contact-form.ts';
import { lead, leads } from '../support/pages/fake-inbox.ts';
import { menuButton, nameOf, rowsOf } from '../support/pages/menus.ts';
import { expect, inboxOf, test } from '../support/pages/stubbed.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('column heads and the search fit without clipping', async ({ page }) => {
  const email = 'maria.hernandez@gulf-kitchens.example';
  await inboxOf(page, [{ ...lead(0), email, answered: null }]);
  await test.step('no column head breaks inside of a word, and an address breaks after its @', async () => {
    await page.setViewportSize({ width: 1200, height: 800 });
    for (const head of await page.getByRole('columnheader').all()) {
      const text = (await head.textContent()) ?? '';
      expect((await head.boundingBox())?.height, text).toBeLessThan(24);
      expect(await head.evaluate((it) => it.scrollWidth <= it.clientWidth), text).toBe(true);
    }
    const link = rowsOf(page).getByRole('link', { name: email });
    const lines = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect(lines).toBe(2);
    await expect(page.getByTitle('Only business hours count').first()).toBeVisible();
    for (const [name, place] of Object.entries({ Date: 0, Actions: -1 })) {
      const cell = await rowsOf(page).getByRole('cell').nth(place).boundingBox();
      const head = await page.getByRole('columnheader', { name }).boundingBox();
      expect(head?.x).toBeCloseTo(cell?.x ?? 0, 0);
    }
  });
  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const width of [360, 768, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const isWhole = await search.evaluate((input: HTMLInputElement) => {
      const field = input.clientWidth;
      input.style.cssText = 'flex: none; inline-size: auto; field-sizing: content';
      const needed = input.clientWidth;
      input.style.cssText = '';
      return needed <= field;
    });
    expect(isWhole, `the search says what it finds at ${width} px`).toBe(true);
  }
});

test('a toast covers no button, link, field or row, with or without an open lead', async ({
  page,
}) => {
  await inboxOf(page, leads(20));
  const panel = page.getByRole('dialog');
  for (const width of [1440, 1280, 1024, 768, 360])
    for (const isOpen of [true, false]) {
      await page.setViewportSize({ width, height: 640 });
      await nameOf(page, 0).click();
      const report = toast(page, 'Successfully sent to webhook').last();
      // A press right after another one may count as the second half of a double-click.
      await expect(async () => {
        await panel.getByRole('button', { name: 'Resend' }).click();
        await expect(report).toBeVisible({ timeout: 1000 });
      }).toPass();
      // The pointer keeps the toast open, even if a slow machine takes long to check.
      await report.hover();
      if (!isOpen) await page.keyboard.press('Escape');
      const covered = await report.evaluate((toast) => {
        const inToast = toast.getBoundingClientRect();
        const toasts = toast.closest<HTMLElement>('.toasts');
        if (!toasts) throw new Error('There is no place for toasts.');
        // The element under each point of the toast, with the toast removed.
        toasts.style.visibility = 'hidden';
        const under = new Set<Element>();
        for (let x = inToast.left + 1; x < inToast.right; x += 8)
          for (let y = inToast.top + 1; y < Math.min(inToast.bottom, innerHeight); y += 8) {
            const found = document
              .elementFromPoint(x, y)
              ?.closest('button, a, input, select, textarea, tr');
            if (found) under.add(found);
          }
        toasts.style.visibility = '';
        return [...under].map((element) => element.outerHTML.slice(0, 80));
      });
      expect(covered, `at ${width} px`).toEqual([]);
      await report.getByRole('button', { name: 'Dismiss' }).click();
      await page.keyboard.press('Escape');
    }
});

test('the Logout button is visible beside the title, and in the menu on a phone', async ({
  page,
}) => {
  await inboxOf(page, leads(3));
  const logout = page.getByRole('button', { name: 'Logout' });
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(logout).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(logout).toBeHidden();
  await menuButton(page).click();
  await expect(logout).toBeInViewport({ ratio: 1 });
});

test('each row keeps its Resend, and from 1024 px on, each column keeps its head', async ({
  page,
}) => {
  await inboxOf(page, leads(5));
  await expect(rowsOf(page)).toHaveCount(5);
  const heads = page.getByRole('columnheader');
  const resend = rowsOf(page)
    .nth(2)
    .getByRole('button', { name: /^Resend/ });
  const visible = async (): Promise<string[]> => {
    const texts: string[] = [];
    for (const head of await heads.all())
      if (((await head.boundingBox())?.height ?? 0) > 10) texts.push(await head.innerText());
    return texts;
  };
  const all = 'Date Name Email Phone Company Industry Message Marketing Actions'.split(' ');
  for (const width of [1440, 1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(resend, `at ${width} px`).toBeInViewport({ ratio: 1 });
    if (width >= 1024) expect(await visible(), `at ${width} px`).toEqual(all);
    for (const cell of width >= 1280 ? await rowsOf(page).getByRole('cell').all() : [])
      expect(await cell.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  }
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await nameOf(page, 0).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(resend, `beside the panel at ${width} px`).toBeInViewport({ ratio: 1 });
    await resend.click({ trial: true });
    const beside = ['Date', 'Name', 'Industry', ...(width === 1024 ? [] : ['Message']), 'Actions'];
    expect(await visible()).toEqual(beside);
    await page.keyboard.press('Escape');
  }
});

test('the inbox filters by days, keeps them in the address, and follows the Back button', async ({
  page,
}) => {
  const today = dayAt(Date.now());
  const [from, to] = [daysAfter(today, -4), daysAfter(today, -3)];
  const day = (name: 'From' | 'To') => page.getByLabel(name, { exact: true });
  const rows = leads(500).filter((_, i) => i % 10 === 0);
  const inbox = await inboxOf(page, rows);
  await page.getByLabel('Received').selectOption('Last 7 days');
  await expect(page).toHaveURL(`/admin?from=${daysAfter(today, -6)}`);
  await expect(page.getByText(/^\d+ shown$/).first()).toBeVisible();
  await page.getByLabel('Received').selectOption('Date range');
  await test.step('the days stay while they are typed', async () => {
    await day('From').fill(today);
    await expect(day('From')).toBeVisible();
    await day('From').press('Backspace');
    await expect(day('From')).toBeVisible();
  });
  await day('From').fill(from);
  await day('To').fill(to);
  await expect(page).toHaveURL(`/admin?from=${from}&to=${to}`);
  await expect.poll(() => inbox.calls.at(-1)).toContain(`from=${from}&to=${to}`);
  await page.reload();
  await expect(day('To')).toHaveValue(to);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    if (width === 360) await menuButton(page, 'View').click();
    await expect(day('To')).toBeVisible();
    expect(await sidewaysScroll(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const clear = page.getByRole('button', { name: 'Clear', exact: true });
  await page.getByRole('searchbox').fill('stump');
  await clear.click();
  await expect(page.getByRole('searchbox'), 'a search that has not begun').toHaveValue('');
  await expect(page).toHaveURL('/admin');
  await expect(day('From')).toBeHidden();
  await page.goBack();
  await expect(day('From')).toHaveValue(from);
});
