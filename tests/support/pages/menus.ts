/** The inbox's rows, its menus, its tools, the view menu on a phone, and the button for more rows. */
import type { Locator, Page } from 'playwright/test';

export const rowsOf = (page: Page) => page.locator('tbody tr[data-id]');

/** The button that opens the lead in this row; -1 is the last one. */
export const nameOf = (page: Page, row: number) =>
  rowsOf(page).nth(row).getByRole('rowheader').getByRole('button');

export const menuButton = (page: Page, menu: 'Menu' | 'View' = 'Menu') =>
  page.getByRole('button', { name: new RegExp(`^${menu}\\b`) });

export async function chooseTool(page: Page, name: string, role: 'button' | 'link' = 'button') {
  await menuButton(page).click();
  await page.getByRole(role, { name, exact: true }).click();
}

export async function chooseToolByKey(page: Page, name: string): Promise<void> {
  await menuButton(page).press('Enter');
  await page.getByRole('button', { name, exact: true }).press('Enter');
}

/** The list polls at once when the connection comes back. `online` alone isn't a change, and causes no poll. */
export const pollNow = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
  });

/** Keeps the browser from opening another program when a phone or mail link is pressed. */
export const stayHere = (page: Page) =>
  page.evaluate(() => {
    addEventListener('click', (event) => {
      if ((event.target as Element).closest('[href^="tel:"], [href^="mailto:"]'))
        event.preventDefault();
    });
  });

/** The button below the rows, once it stands still: rows near the window change to their real height. */
export async function moreButton(page: Page): Promise<Locator> {
  const button = page.getByRole('button', { name: 'Load more' });
  await button.scrollIntoViewIfNeeded();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  return button;
}
