import type { Page } from 'playwright/test';

export interface ExecutedScript {
  /** Addresses of script files that the page asked for. */
  files: string[];
  /** Bytes of script in the page itself. */
  inline: number;
}

/** Call before the page is opened; the answer is complete once the page has come to rest. */
export function watchScripts(page: Page): () => Promise<ExecutedScript> {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url()))
      files.push(request.url());
  });
  return async () => ({ files, inline: await inlineBytes(page) });
}

/** Speculation rules and JSON-LD are data: a browser reads them and runs nothing. */
const inlineBytes = (page: Page) =>
  page.evaluate(() => {
    const executed = ['', 'module', 'text/javascript', 'application/javascript'];
    const scripts = [...document.querySelectorAll('script:not([src])')].filter((it) =>
      executed.includes(it.getAttribute('type') ?? ''),
    );
    const handlers = [...document.querySelectorAll('*')].flatMap((it) =>
      [...it.attributes].filter(({ name }) => name.startsWith('on')).map(({ value }) => value),
    );
    const sources = [...scripts.map((it) => it.textContent), ...handlers];
    return new TextEncoder().encode(sources.join('')).length;
  });
