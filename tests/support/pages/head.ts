import type { Page } from 'playwright/test';

export interface Head {
  title: string;
  headings: string[];
  /** Both `name` and `property`, each with every value that the page gives it. */
  meta: Record<string, string[]>;
  /** By `rel`. */
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
    const gather = (selector: string, key: (it: Element) => string, value: string) => {
      const found: Record<string, string[]> = {};
      for (const it of document.querySelectorAll(selector))
        (found[key(it)] ??= []).push(it.getAttribute(value) ?? '');
      return found;
    };
    return {
      title: document.title,
      headings: [...document.querySelectorAll('h1')].map((it) => it.textContent.trim()),
      meta: gather(
        'meta[content]',
        (it) => it.getAttribute('name') ?? it.getAttribute('property') ?? '',
        'content',
      ),
      links: gather('link[rel]', (it) => it.getAttribute('rel') ?? '', 'href'),
      structured: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        (it) => it.textContent,
      ),
    };
  });
  return { ...head, structured: structured.flatMap(parseStructured) };
}

function parseStructured(json: string): StructuredData[] {
  const data = JSON.parse(json) as
    StructuredData | StructuredData[] | { '@graph': StructuredData[] };
  if (Array.isArray(data)) return data;
  return '@graph' in data ? (data['@graph'] as StructuredData[]) : [data];
}
