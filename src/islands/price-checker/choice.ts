import {
  minimumPrice,
  otherIndustry,
  pricedIndustries,
  type PricedSlug,
} from '../../shared/pricing.ts';
import { session, sessionKeys } from '../../browser/session.ts';

export type Choice = PricedSlug | typeof otherIndustry.value | '';

const { industry: key } = sessionKeys;

/** The industry that the visitor chose in a price checker during this visit. */
export const lastChoice = (): Choice => asChoice(session.read(key));

/** Keeps the choice for the visit. */
export function choose(value: string): Choice {
  const choice = asChoice(value);
  if (choice === '') session.remove(key);
  else {
    session.write(key, choice);
    session.write(sessionKeys.quote, JSON.stringify(quoteOf(choice)));
  }
  return choice;
}

/** A form sends it, so that the person who calls back knows the price. */
const quoteOf = (choice: Choice) => ({
  quoted_industry: choice,
  quoted_price: pricedIndustries.find(({ value }) => value === choice)?.price ?? minimumPrice,
});

function asChoice(value: string | null): Choice {
  if (value === otherIndustry.value) return value;
  return pricedIndustries.find((industry) => industry.value === value)?.value ?? '';
}
