import { atom, onMount } from 'nanostores';
import {
  minimumPrice,
  otherIndustry,
  pricedIndustries,
  type PricedSlug,
} from '../../shared/pricing.ts';
import { session, sessionKeys } from '../../browser/session.ts';

export type Choice = PricedSlug | typeof otherIndustry.value | '';

const { industry: key } = sessionKeys;

/** The industry that the visitor chose in a price checker, kept for the visit. */
export const $choice = atom<Choice>('');

onMount($choice, () => {
  if ($choice.get() === '') $choice.set(asChoice(session.read(key)));
});

export function choose(value: string): void {
  const choice = asChoice(value);
  $choice.set(choice);
  if (choice === '') session.remove(key);
  else {
    session.write(key, choice);
    session.write(sessionKeys.quote, JSON.stringify(quoteOf(choice)));
  }
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
