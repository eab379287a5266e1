import { company } from './copy/company.ts';
import { pages } from './copy/pages.ts';
import { type PricedIndustry, pricedIndustries } from './shared/pricing.ts';

/** Astro types `site` as optional, but every absolute URL needs it. */
export function siteOf({ site }: { site: URL | undefined }): URL {
  if (!site) throw new Error('astro.config.mjs sets no `site`, which absolute URLs need');
  return site;
}

/** The canonical address of a page: no query, no fragment, and no trailing slash but on `/`. */
export function canonical(site: URL, path: string): string {
  // With `build.format: 'file'`, Astro.url ends in .html.
  const page = new URL(path, site).pathname.replace(/(?:\/index)?(?:\.html|\/+)$/, '');
  return new URL(page, site).href;
}

/** A https://schema.org object. */
export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

const organizationId = (site: URL): string => `${canonical(site, '/')}#organization`;

export function organization(site: URL): Thing {
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: company.name,
    url: canonical(site, '/'),
    slogan: company.tagline,
    email: company.email,
    logo: new URL('/icon-512.png', site).href,
    address: {
      '@type': 'PostalAddress',
      ...(company.street && { streetAddress: company.street }),
      addressLocality: company.city,
      addressRegion: company.region,
      ...(company.postalCode && { postalCode: company.postalCode }),
      addressCountry: company.country,
    },
  };
}

/** The service that a page sells: every industry, or the one of an industry page. */
export function service(
  site: URL,
  path = '/pricing',
  industries: readonly Pick<PricedIndustry, 'label' | 'price'>[] = pricedIndustries,
): Thing {
  const url = canonical(site, path);
  return {
    '@type': 'Service',
    '@id': `${url}#service`,
    name: pages.services.flagship.title,
    serviceType: 'Lead generation',
    description: company.tagline,
    url,
    provider: { '@id': organizationId(site) },
    offers: industries.map(({ label, price }) => ({
      '@type': 'Offer',
      name: label,
      url,
      price,
      priceCurrency: 'USD',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'USD',
        unitText: 'qualified lead',
      },
    })),
  };
}

/**
 * JSON that is safe inside `<script type="application/ld+json">`: escapes keep its text from ending
 * the script or starting a comment.
 */
export function serialize(graph: readonly Thing[]): string {
  const document = { '@context': 'https://schema.org', '@graph': graph };
  return JSON.stringify(document).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
