import type { Page } from 'playwright/test';

/** The dialog "Send a test lead", and the button that opens it. */
export const opener = (page: Page) => page.getByRole('button', { name: 'Send a test lead' });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send a test lead' });
export const told = (page: Page) => dialog(page).getByRole('status');
/** Its one button, by its current label. */
export const go = (page: Page, says: string) =>
  dialog(page).getByRole('button', { name: says, exact: true });
