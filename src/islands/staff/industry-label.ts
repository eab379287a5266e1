import { otherIndustry, pricedIndustries } from '../../shared/pricing.ts';

export const knownIndustries: readonly { value: string; label: string }[] = [
  ...pricedIndustries,
  otherIndustry,
];

/** Any text may be stored; what the site doesn't offer is shown as it came. */
export const industryLabel = (industry: string): string =>
  knownIndustries.find(({ value }) => value === industry)?.label ?? industry;
