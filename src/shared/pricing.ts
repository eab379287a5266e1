/** The rate card: what one qualified lead costs, in US dollars. Every price on the site is read from here. */
export const pricedIndustries = [
  { value: 'cleaning', label: 'Cleaning', price: 40 },
  { value: 'landscaping', label: 'Landscaping', price: 45 },
  { value: 'concrete', label: 'Concrete / Driveways', price: 50 },
  { value: 'roofing', label: 'Roofing / Gutters', price: 55 },
  { value: 'fencing', label: 'Fencing / Decks', price: 50 },
  { value: 'remodeling', label: 'Remodeling / Home Renovation', price: 60 },
  { value: 'junk', label: 'Junk Removal', price: 45 },
  { value: 'painting', label: 'Painting', price: 45 },
  { value: 'pool', label: 'Pool Builders / Installers', price: 60 },
  { value: 'hvac', label: 'HVAC / Plumbing', price: 65 },
  { value: 'medical', label: 'Medical / Therapy', price: 75 },
  { value: 'legal', label: 'Legal / Disability / Insurance', price: 85 },
  { value: 'tree-service', label: 'Tree Service', price: 50 },
] as const satisfies readonly PricedIndustry[];

export interface PricedIndustry {
  /** The slug: in forms, in the store, and as the path of the industry's page if it has one. */
  value: string;
  label: string;
  price: number;
}

export type PricedSlug = (typeof pricedIndustries)[number]['value'];

/** Any trade that is not on the rate card: quoted, starting at the minimum price. */
export const otherIndustry = { value: 'other', label: 'Other' } as const;

/** No lead costs less. */
export const minimumPrice = 40;

export const pricedSlugs: readonly PricedSlug[] = pricedIndustries.map(({ value }) => value);

/** What the contact page's form offers. An industry's own page puts that industry on top. */
export const contactIndustries = [
  ...pricedIndustries.filter(({ value }) => value !== 'tree-service'),
  otherIndustry,
].map(({ value, label }) => ({ value, label }));

const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

export const usd = (amount: number): string => wholeDollars.format(amount);
