/** The rate card: the price of a qualified lead in US dollars, and the source of all prices. */
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
  { value: 'tree-service', label: 'Tree Service', price: 50, onlyOnItsPage: true },
] as const satisfies readonly PricedIndustry[];

export interface PricedIndustry {
  /** The slug, in forms and in the store. Also the path of the industry's page if it has one. */
  value: string;
  label: string;
  price: number;
  /** The contact page doesn't offer it, only the form on the industry's own page. */
  onlyOnItsPage?: true;
}

export type PricedSlug = (typeof pricedIndustries)[number]['value'];

/** Any trade that is not on the rate card. Its price is quoted, starting at the minimum. */
export const otherIndustry = { value: 'other', label: 'Other' } as const;

export const minimumPrice = 40;

// Marked as pure, so that visitors don't load what only the build needs.
export const pricedSlugs: readonly PricedSlug[] = /* @__PURE__ */ pricedIndustries.map(
  ({ value }) => value,
);

/** The choices on the contact page. An industry's own page adds that industry on top. */
export const contactIndustries = [
  ...pricedIndustries.filter((it) => !('onlyOnItsPage' in it)),
  otherIndustry,
].map(({ value, label }) => ({ value, label }));

export const knownIndustries = (): readonly { value: string; label: string }[] => [
  ...pricedIndustries,
  otherIndustry,
];

/** Any text may be stored, so an unknown industry shows as it was sent. */
export const industryLabel = (industry: string): string =>
  knownIndustries().find(({ value }) => value === industry)?.label ?? industry;

/** Whole dollars. Without Intl, because its first use would take a fifth of a visitor's first touch. */
export const usd = (amount: number): string =>
  `$${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')}`;
