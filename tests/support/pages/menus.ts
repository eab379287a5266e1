import type { Page } from 'playwright/test';

/** Below this width, the inbox has two menus. Above it, their contents are always shown. */
const narrow = 44 * 16;

export const menuButton = (page: Page, menu: 'Account' | 'View') =>
  page.getByRole('button', { name: new RegExp(`^${menu}\\b`) });

/** Brings what one of the menus holds into view. */
export async function openMenu(page: Page, menu: 'Account' | 'View'): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < narrow) await menuButton(page, menu).click();
}
