/** Values of the first owner, which a new one should replace. */
import { existsSync, readFileSync } from 'node:fs';
import schema from '../../site/schema/site.json' with { type: 'json' };
import { company } from '../../src/copy/company.ts';
import { Note, passed } from './findings.ts';

/** The schema has what this repository came with, as defaults. */
const { properties } = schema.$defs.company;
const first = properties.name.default;

const firstMark = 'M12 8h16v32h24v16H12z';

/** Words that the first owner's other files have. */
const firstWords = [
  ['site/consent.json', 'the name', first],
  ['site/earlier-consents.json', 'the name', first],
  ['site/legal/accessibility.yaml', 'what was tested', 'We checked the site ourselves'],
  ['site/industries/tree-service.json', 'Houston', 'Houston'],
  ['src/brand.ts', 'the mark', firstMark],
  ['public/favicon.svg', 'the mark', firstMark],
  ['public/site.webmanifest', 'the name', first],
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
