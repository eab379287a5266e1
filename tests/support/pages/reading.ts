import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { company } from '../../../src/copy/company.ts';

interface Head {
  title: string;
  headings: string[];
  /** All contents of meta elements, by `name` or `property`. */
  meta: Record<string, string[]>;
  /** All addresses of link elements, by `rel`. */
  links: Record<string, string[]>;
  structured: StructuredData[];
}

interface StructuredData {
  '@type': string;
  [property: string]: unknown;
}

/** The metadata that a page gives search engines and link previews. */
export async function readHead(page: Page): Promise<Head> {
  const { structured, ...head } = await page.evaluate(() => {
    const gather = (selector: string, key: (element: Element) => string, value: string) => {
      const found: Record<string, string[]> = {};
      for (const element of document.querySelectorAll(selector))
        (found[key(element)] ??= []).push(element.getAttribute(value) ?? '');
      return found;
    };
    return {
      title: document.title,
      headings: [...document.querySelectorAll('h1')].map((it) => it.textContent.trim()),
      meta: gather(
        'meta[content]',
        (element) => element.getAttribute('name') ?? element.getAttribute('property') ?? '',
        'content',
      ),
      links: gather('link[rel]', (it) => it.getAttribute('rel') ?? '', 'href'),
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (it) => it.textContent,
      ),
    };
  });
  return { ...head, structured: structured.map((it) => JSON.parse(it) as StructuredData) };
}

/** The metadata that search engines and link previews need on a public page. */
export function expectShareable(path: string, { meta, links, structured }: Head) {
  const canonical = new URL(links['canonical']?.[0] ?? '');
  expect(links['canonical']).toHaveLength(1);
  expect(canonical.pathname).toBe(path);
  expect(meta['robots'] ?? []).toEqual([]);

  expect(meta['og:url']).toEqual([canonical.href]);
  expect(meta['description']?.[0]?.length).toBeGreaterThan(50);
  expect(meta['og:type']).toHaveLength(1);
  expect(meta['og:site_name']).toHaveLength(1);
  expect(meta['og:title']?.[0]).toBeTruthy();
  expect(meta['og:description']).toEqual(meta['description']);
  expect(meta['og:image:alt']?.[0]).toBeTruthy();
  expect(new URL(meta['og:image']?.[0] ?? '').origin).toBe(canonical.origin);
  expect(meta['twitter:card']).toEqual(['summary_large_image']);

  expect(JSON.stringify(structured)).not.toContain('AggregateRating');
  if (path === '/')
    expect(structured.find((it) => it['@type'] === 'Organization')).toMatchObject({
      name: company.name,
      email: company.email,
      url: canonical.href,
      logo: new URL('/icon-512.png', canonical).href,
      address: { addressLocality: company.city, addressRegion: company.region },
    });
}

export async function savedBy(page: Page, press: () => Promise<void>) {
  const saving = page.waitForEvent('download');
  await press();
  const file = await saving;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

export function pngSize(bytes: Buffer): `${number}x${number}` {
  if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') throw new Error('not a PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

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
    for (const details of document.querySelectorAll('details')) details.open = true;
    const read = root?.innerText ?? '';
    document.adoptedStyleSheets.pop();
    return read;
  }, within);
  return text.replace(/[‘’]/g, "'").replace(/[–‑]/g, '-').replace(/\s+/g, ' ');
}
