import file from '../../site/claims.json' with { type: 'json' };
import hours from '../../site/hours.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';
import { comparison, minimumPrice, pricedIndustries, usd } from '../shared/pricing.ts';
import { company, hoursInShort, location } from './company.ts';

const { leads, price, lowestRetainer } = comparison;

/** "Roofing / Gutters" in the middle of a sentence. Names such as HVAC keep their capitals. */
const inSmallLetters = (label: string): string =>
  label.replace(' / ', ' and ').replace(/\w*[a-z]\w*/g, (word) => word.toLowerCase());

/** Besides claims, texts of site/ can use these names in braces. */
export const facts = {
  email: company.email,
  location,
  hours: hoursInShort,
  answerMinutes: String(hours.answerMinutes),
  lowestPrice: usd(minimumPrice),
  highestPrice: usd(Math.max(...pricedIndustries.map((it) => it.price))),
  tradeCount: String(pricedIndustries.length),
  trades: [
    ...pricedIndustries.flatMap((it) => (it.inSentences ? [] : inSmallLetters(it.label))),
    ...pricedIndustries.flatMap(({ inSentences = [] }) => inSentences),
  ].join('; '),
  billLeads: String(leads),
  billPrice: usd(price),
  /** Minimum saving of a client: the cheapest retainer minus ten leads. */
  saved: `${usd(lowestRetainer - price)}+`,
};

const byName: Contents['claims']['claims'] = file.claims;

const factsByName: Readonly<Record<string, string>> = facts;

function named(name: string): string {
  const words = factsByName[name] ?? byName[name]?.figure;
  if (words === undefined) throw new Error(`There is no claim {${name}} in site/claims.json.`);
  return filled(words);
}

const filled = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => JSON.stringify(named(name)).slice(1, -1));

export const written = <T>(contents: T): T => JSON.parse(filled(JSON.stringify(contents))) as T;

const claims = written(byName);

export const figuresOf = (names: readonly string[]) =>
  names.map((name) => ({ figure: named(name), label: claims[name]?.label ?? '' }));
