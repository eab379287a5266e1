/** Things in site/ that the owner should look at: values of the first owner, and claims without proof. */
import { existsSync, readFileSync } from 'node:fs';
import schema from '../../site/schema/site.json' with { type: 'json' };
import { claims as ledger, type Claim } from '../../src/copy/written.ts';
import { company } from '../../src/copy/company.ts';
import { comparison, minimumPrice, usd } from '../../src/shared/pricing.ts';
import { plainFigures } from '../build/claims-ledger.ts';
import { Note, passed } from './report.ts';

/** The schema has what this repository came with, as defaults. */
const { properties } = schema.$defs.company;
const first = properties.name.default;

/** Words that the first owner's other files have. */
const firstWords = [
  ['site/consent.json', 'the name', first],
  ['site/earlier-consents.json', 'the name', first],
  ['site/legal/accessibility.yaml', 'what was tested', 'We checked the site ourselves'],
  ['site/industries/tree-service.json', 'Houston', 'Houston'],
  ['src/brand.ts', 'the mark', 'M12 8h16v32h24v16H12z'],
  ['src/components/drawings/Skyline.astro', 'Houston', 'Houston'],
] as const;

/** An owner may have taken the file out. */
function has(name: string, words: string): boolean {
  const file = new URL(`../../${name}`, import.meta.url);
  return existsSync(file) && readFileSync(file, 'utf8').includes(words);
}

export function owner(own: Readonly<Record<string, unknown>> = company) {
  const kept = Object.entries(properties).flatMap(([field, it]) =>
    'default' in it && own[field] === it.default ? field : [],
  );
  const parts = [
    ...(kept.length > 0 ? [`${kept.join(', ')} in site/company.json`] : []),
    ...firstWords.flatMap(([file, what, words]) => (has(file, words) ? `${what} in ${file}` : [])),
  ];
  if (parts.length > 0)
    throw new Note(`still ${first}'s: ${parts.join('; ')} (docs/change-words.md)`);
  return passed(`nothing is left of ${first}`);
}

type Said = Pick<Claim, 'figure' | 'about' | 'on'>;

/** Ten leads may cost less than ten times the lowest price. */
function priceClaims(): Said[] {
  const { leads, price } = comparison;
  const about = 'the lowest price of a lead';
  return price / leads < minimumPrice
    ? [
        { about, figure: usd(minimumPrice), on: ['rate card'] },
        { about, figure: usd(price / leads), on: [`${leads} leads for ${usd(price)}`] },
      ]
    : [];
}

/** Claims about the same thing with different figures, each group in a line. */
export function contradictions(said: readonly Said[]): string[] {
  const withFigures = said.filter(({ figure }) => plainFigures(figure).length > 0);
  return [...Map.groupBy(withFigures, ({ about }) => about)].flatMap(([about, group]) =>
    new Set(group.map(({ figure }) => plainFigures(figure).join())).size > 1
      ? `${about}: ${group.map(({ figure, on }) => `${figure} (${on.join(', ')})`).join(', ')}`
      : [],
  );
}

export function claims() {
  const entries = Object.values<Claim>(ledger);
  const unproven = entries.filter(({ basis }) => basis === "the owner's word");
  const lines = [
    ...(unproven.length > 0
      ? [`on the owner's word alone: ${unproven.map(({ figure }) => figure).join('; ')}`]
      : []),
    ...contradictions([...entries, ...priceClaims()]).map((it) => `contradicting, ${it}`),
  ];
  if (lines.length > 0) throw new Note(lines.join('\n'));
  return passed('each has its basis, and none contradicts another');
}
