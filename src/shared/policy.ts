import { sha256Base64 } from './sha256.ts';

const ground = [
  `default-src 'none'`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
];

/** For answers that aren't pages: JSON, CSV, plain text. */
export const noPage = ground.join('; ');

/**
 * The content security policy of a page as it was built, with the hash of each script and style in
 * it. Don't use it on a page with a visitor's text: it would allow that visitor's scripts, too.
 */
export async function pagePolicy(html: string, others: readonly string[] = []): Promise<string> {
  const scripts = tags(html, 'script').filter(({ attributes }) => !isData.test(attributes));
  const inline = scripts.filter(({ attributes }) => !hasSource.test(attributes));
  const loads = inline.length < scripts.length || html.includes('<astro-island');
  const scriptSources = [...(await hashes(inline)), ...(loads ? [`'self'`] : [])];
  const styleSources = await hashes(tags(html, 'style'));
  return [
    ...ground,
    ...directive('script-src', scriptSources),
    ...directive('style-src', styleSources),
    // Even for pages that fetch nothing: Lighthouse fetches robots.txt from within the page.
    ...directive('connect-src', [`'self'`, ...others]),
    `img-src 'self'`,
    `font-src 'self'`,
    `manifest-src 'self'`,
  ].join('; ');
}

/** For a page that is kept as it was: it is shown with its styles, but runs and sends nothing. */
export const archivePolicy = async (html: string): Promise<string> =>
  [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    ...directive('style-src', await hashes(tags(html, 'style'))),
    `img-src 'self'`,
    `font-src 'self'`,
  ].join('; ');

interface Tag {
  attributes: string;
  text: string;
}

/** Browsers don't run structured data, which is for search engines. */
const isData = /\btype="application\/ld\+json"/;
const hasSource = /\bsrc=/;

const tags = (html: string, name: 'script' | 'style'): Tag[] =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>(.*?)</${name}>`, 'gs'))].map(
    ([, attributes = '', text = '']) => ({ attributes, text }),
  );

const directive = (name: string, sources: readonly string[]): string[] =>
  sources.length > 0 ? [`${name} ${sources.join(' ')}`] : [];

async function hashes(inline: readonly Tag[]): Promise<string[]> {
  const texts = new Set(inline.map(({ text }) => text));
  return Promise.all([...texts].map(async (text) => `'sha256-${await sha256Base64(text)}'`));
}
