import type { Page } from 'playwright/test';

/**
 * A page's words as they would be read out: capitals as written, what is folded away opened,
 * lines and spaces as one space, quotation marks straight.
 */
export async function readText(page: Page, within = 'body'): Promise<string> {
  const text = await page.evaluate((selector) => {
    const root = document.querySelector<HTMLElement>(selector);
    const asWritten = document.createElement('style');
    asWritten.textContent = '* { text-transform: none !important }';
    document.head.append(asWritten);
    for (const it of document.querySelectorAll('details')) it.open = true;
    const read = root?.innerText ?? '';
    asWritten.remove();
    return read;
  }, within);
  return text.replace(/[‘’]/g, "'").replace(/[–‑]/g, '-').replace(/\s+/g, ' ');
}
