import { isKnownIndustry, minimumPrice, pricedIndustries } from '../../shared/pricing.ts';
import { session, sessionKeys } from '../../browser/session.ts';

const { industry: key } = sessionKeys;

export function lastChoice(): string {
  const choice = session.read(key);
  return choice !== null && isKnownIndustry(choice) ? choice : '';
}

export function choose(choice: string): string {
  if (choice === '') session.remove(key);
  else {
    session.write(key, choice);
    session.write(sessionKeys.quote, JSON.stringify(quoteOf(choice)));
  }
  return choice;
}

/** Sent with a form, so that the salesperson knows the price. */
const quoteOf = (choice: string) => ({
  quoted_industry: choice,
  quoted_price: pricedIndustries.find(({ value }) => value === choice)?.price ?? minimumPrice,
});
