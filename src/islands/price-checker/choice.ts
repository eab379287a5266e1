import { atom, onMount } from 'nanostores';
import { otherIndustry, pricedIndustries, type PricedSlug } from '../../shared/pricing.ts';
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
  else session.write(key, choice);
}

function asChoice(value: string | null): Choice {
  if (value === otherIndustry.value) return value;
  return pricedIndustries.find((industry) => industry.value === value)?.value ?? '';
}
