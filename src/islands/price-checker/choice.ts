import { isKnownIndustry, minimumPrice, pricedIndustries } from '../../shared/pricing.ts';
import { session, sessionKeys } from '../../browser/session.ts';

const { industry: key } = sessionKeys;

/** The industry that the visitor chose in a price checker during this visit. */
export function lastChoice(): string {
  const choice = session.read(key);
  return choice !== null && isKnownIndustry(choice) ? choice : '';
}

/** Keeps the choice for the visit. */
export function choose(choice: string): string {
  if (choice === '') session.remove(key);
  else {
    session.write(key, choice);
    session.write(sessionKeys.quote, JSON.stringify(quoteOf(choice)));
  }
  return choice;
}

/** A form sends it, so that the person who calls back knows the price. */
const quoteOf = (choice: string) => ({
  quoted_industry: choice,
  quoted_price: pricedIndustries.find(({ value }) => value === choice)?.price ?? minimumPrice,
});
