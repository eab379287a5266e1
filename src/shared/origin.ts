import type { Attribution } from './attribution.ts';
import { otherIndustry, pricedIndustries, usd } from './pricing.ts';

/** The origin of a lead in one line: "Google ad, spring-roofing, first seen on /tree-service". */
export function originOf(attribution: Attribution | null | undefined): string {
  if (!attribution) return 'Not known';
  const { utm_campaign, landing_path, last_source, last_medium, last_campaign } = attribution;
  const later = named([last_source && adOf(last_source, last_medium), last_campaign]);
  const line = named([
    firstOf(attribution),
    utm_campaign,
    landing_path && `first seen on ${landing_path}`,
    later && `came back by ${later}`,
    quoteOf(attribution),
  ]);
  return line === '' ? 'Not known' : line.replace(/^./u, (letter) => letter.toUpperCase());
}

const named = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(', ');

function firstOf(attribution: Attribution): string | undefined {
  const { utm_source, utm_medium, referrer } = attribution;
  if (utm_source) return adOf(utm_source, utm_medium);
  if (attribution.gclid || attribution.gbraid || attribution.wbraid) return 'Google ad';
  if (attribution.msclkid) return 'Microsoft ad';
  // Facebook adds its id to every link, not only to those of ads.
  if (attribution.fbclid) return 'Facebook';
  return utm_medium ?? (referrer && `from ${referrer}`);
}

const paid = /^(cpc|ppc|cpm|ads?|paid.*|display)$/i;

/** Google's own tags say "google" and "cpc". */
function adOf(source: string, medium: string | undefined): string {
  const name = source.replace(/^[a-z]/, (letter) => letter.toUpperCase());
  return medium && paid.test(medium) ? `${name} ad` : named([name, medium]);
}

function quoteOf({ quoted_industry, quoted_price }: Attribution): string | undefined {
  if (quoted_price === undefined) return undefined;
  if (quoted_industry === otherIndustry.value) return `was quoted from ${usd(quoted_price)}`;
  const label = pricedIndustries.find(({ value }) => value === quoted_industry)?.label;
  return `was quoted ${usd(quoted_price)}${label ? ` for ${label}` : ''}`;
}
