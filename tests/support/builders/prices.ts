/**
 * The owner's prices per lead. Repeated here on purpose: a test that read the site's own list could
 * not find a mistake in it.
 */
export const leadPrices: readonly (readonly [label: RegExp, price: number])[] = [
  [/Cleaning/, 40],
  [/Landscaping/, 45],
  [/Concrete ?\/ ?Driveways/, 50],
  [/Roofing ?\/ ?Gutters/, 55],
  [/Fencing ?\/ ?Decks/, 50],
  [/Remodeling ?\/ ?Home Renovation/, 60],
  [/Junk Removal/, 45],
  [/Painting/, 45],
  [/Pool Builders ?\/ ?Installers/, 60],
  [/HVAC ?\/ ?Plumbing/, 65],
  [/Medical ?\/ ?Therapy/, 75],
  [/Legal ?\/ ?Disability ?\/ ?Insurance/, 85],
  [/Tree Service/, 50],
];

/** The price of one trade as a page shows it, for tests that need any price. */
export function priceOf(trade: string): string {
  const found = leadPrices.find(([label]) => label.test(trade));
  if (!found) throw new Error(`The owner gave no price for ${trade}.`);
  return `$${found[1]}`;
}
