import prices from '../../site/prices.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';

export type PricedIndustry = Contents['prices']['trades'][number];

/** The rate card, and the only source of lead prices. */
export const pricedIndustries: readonly PricedIndustry[] = prices.trades;

/** An industry that isn't on the rate card. Its price is quoted, starting at the minimum. */
export const otherIndustry = { value: 'other', label: 'Other' } as const;

export const minimumPrice = prices.lowestPrice;

/** The choices on the contact page. An industry's own page lists that industry first. */
export const contactIndustries = [
  ...pricedIndustries.filter(({ onlyOnItsPage }) => !onlyOnItsPage),
  otherIndustry,
].map(({ value, label }) => ({ value, label }));

export const knownIndustries = (): readonly { value: string; label: string }[] => [
  ...pricedIndustries,
  otherIndustry,
];

/** Ten leads compared with a month of a traditional agency. */
export const { comparison } = prices;

export const isKnownIndustry = (industry: string): boolean =>
  knownIndustries().some(({ value }) => value === industry);

/** Any text may be stored, so an unknown industry is shown as it was sent. */
export const industryLabel = (industry: string): string =>
  knownIndustries().find(({ value }) => value === industry)?.label ?? industry;

/** Shows cents only if there are any. Intl's first use would take a fifth of the first touch. */
export function usd(amount: number): string {
  const [dollars = '', cents] = String(amount).split('.');
  const grouped = dollars.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return cents === undefined ? `$${grouped}` : `$${grouped}.${cents.padEnd(2, '0')}`;
}

/** Parses an amount such as $4,200 or 4200.50. Null if empty, NaN if it can't be read. */
export function dollarsIn(text: string): number | null {
  if (text.trim() === '') return null;
  const written = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d{0,2})?$/.exec(text.trim());
  return written ? Number(written[0].replaceAll(/[$,\s]/g, '')) : NaN;
}
