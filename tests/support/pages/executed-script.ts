import type { Page } from 'playwright/test';

interface ExecutedScript {
  /** Addresses of the script files that the page requested. */
  files: string[];
  /** The script in the page itself. */
  source: string;
  /** Its bytes. */
  inline: number;
}

/** Call it before the page opens; the result is complete once the page is idle. */
export function watchScripts(page: Page): () => Promise<ExecutedScript> {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script' || /\.m?js(\?|$)/.test(request.url()))
      files.push(request.url());
  });
  return async () => {
    const source = await inlineSource(page);
    return { files, source, inline: Buffer.byteLength(source) };
  };
}

/** Speculation rules and JSON-LD are data, which a browser doesn't execute. */
const inlineSource = (page: Page) =>
  page.evaluate(() => {
    const executed = ['', 'module', 'text/javascript', 'application/javascript'];
    const scripts = [...document.querySelectorAll('script:not([src])')].filter((it) =>
      executed.includes(it.getAttribute('type') ?? ''),
    );
    const handlers = [...document.querySelectorAll('*')].flatMap((it) =>
      [...it.attributes].filter(({ name }) => name.startsWith('on')).map(({ value }) => value),
    );
    return [...scripts.map((it) => it.textContent), ...handlers].join('');
  });
