import { company } from './copy/company.ts';

/** Astro types `site` as optional, but every absolute URL needs it. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('astro.config.mjs sets no `site`, which absolute URLs need');
  return site;
}

/** The canonical address of a page: no query, no fragment, and no trailing slash except on `/`. */
export function canonical(site: URL, path: string): string {
  // With `build.format: 'file'`, Astro.url ends in .html.
  const page = new URL(path, site).pathname.replace(/(?:\/index)?(?:\.html|\/+)$/, '');
  return new URL(page, site).href;
}

/** Structured data for search engines, escaped so that it can't end the script around it. */
export function organization(site: URL, details = company): string {
  const described = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: details.name,
    url: canonical(site, '/'),
    slogan: details.tagline,
    email: details.email,
    logo: new URL('/icon-512.png', site).href,
    address: {
      '@type': 'PostalAddress',
      // JSON leaves undefined properties out.
      streetAddress: details.street || undefined,
      addressLocality: details.city,
      addressRegion: details.region,
      postalCode: details.postalCode || undefined,
      addressCountry: details.country,
    },
  };
  return JSON.stringify(described).replaceAll('<', '\\u003c');
}
