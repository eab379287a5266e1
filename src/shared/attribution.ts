import * as z from 'zod/mini';
import { originLimit } from './fields.ts';
import { isObject } from './json.ts';
import { otherIndustry, pricedIndustries, usd } from './pricing.ts';

/** Screens and stores may mishandle these characters, and no advertisement needs them. */
const unwanted = /[\p{Cc}\p{Cf}\p{Surrogate}]/gu;

const text = z.optional(
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((it: string) => it.replace(unwanted, '').trim()),
      z.string().check(z.refine((it) => it !== '' && it.length <= originLimit)),
    ),
  ),
);

/** The origin of a lead, as far as the browser knew it: how the visit began, and the price it showed. */
export const attributionSchema = z.object({
  utm_source: text,
  utm_medium: text,
  utm_campaign: text,
  utm_term: text,
  utm_content: text,
  gclid: text,
  gbraid: text,
  wbraid: text,
  fbclid: text,
  msclkid: text,
  landing_path: text,
  referrer: text,
  /** The last advertisement of the visit, if the visit began with another one or with none. */
  last_source: text,
  last_medium: text,
  last_campaign: text,
  quoted_industry: text,
  quoted_price: z.optional(z.number().check(z.nonnegative(), z.lte(1_000_000))),
});

export type Attribution = z.infer<typeof attributionSchema>;

/** The name that the report counts an advertisement under: "google / spring-roofing". */
export const adNameOf = ({
  utm_source,
  utm_campaign,
}: Pick<Attribution, 'utm_source' | 'utm_campaign'>): string | undefined =>
  [utm_source, utm_campaign].filter(Boolean).join(' / ') || undefined;

export const adNameLimit = 2 * originLimit + ' / '.length;

export const clickIds = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid'] as const;

/** Parses what a browser sent, and drops invalid parts: no lead is refused because of its origin. */
export function readAttribution(sent: unknown): Attribution | null {
  if (!isObject(sent)) return null;
  const entries = Object.entries(attributionSchema.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(sent[name]);
    return data === undefined ? [] : [[name, data] as const];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

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
