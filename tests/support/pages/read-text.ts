import type { Page } from 'playwright/test';

/**
 * A page's words as they would be read out: capitals as written, what is folded away opened,
 * lines and spaces as one space, quotation marks straight.
 */
export async function readText(page: Page, within = 'body'): Promise<string> {
  const text = await page.evaluate((selector) => {
    const root = document.querySelector<HTMLElement>(selector);
    // The page's policy allows no style element from a test.
    const asWritten = new CSSStyleSheet();
    asWritten.replaceSync('* { text-transform: none !important }');
    document.adoptedStyleSheets.push(asWritten);
    for (const it of document.querySelectorAll('details')) it.open = true;
    const read = root?.innerText ?? '';
    document.adoptedStyleSheets.pop();
    return read;
  }, within);
  return text.replace(/[‘’]/g, "'").replace(/[–‑]/g, '-').replace(/\s+/g, ' ');
}
