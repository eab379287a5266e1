/** Looks for values of the first owner, which a new owner should replace. */
import { existsSync, readFileSync } from 'node:fs';
import { firstOwner } from '../../site/schema/site.ts';
import { company } from '../../src/copy/company.ts';
import { Note, passed } from './findings.ts';

const firstMark = 'M12 8h16v32h24v16H12z';

const firstWords = [
  ['site/consent.json', 'the name', firstOwner.name],
  ['site/earlier-consents.json', 'the name', firstOwner.name],
  ['site/legal/accessibility.yaml', 'what was tested', 'We checked the site ourselves'],
  ['site/industries/tree-service.json', 'Houston', 'Houston'],
  ['src/brand.ts', 'the mark', firstMark],
  ['public/favicon.svg', 'the mark', firstMark],
  ['public/site.webmanifest', 'the name', firstOwner.name],
  ['src/components/drawings/Skyline.astro', 'Houston', 'Houston'],
] as const;

/** The owner may have removed the file. */
function has(name: string, words: string): boolean {
  const file = new URL(`../../${name}`, import.meta.url);
  return existsSync(file) && readFileSync(file, 'utf8').includes(words);
}

export function owner(own: Readonly<Record<string, unknown>> = company) {
  const unchanged = Object.entries(firstOwner).flatMap(([field, value]) =>
    own[field] === value ? field : [],
  );
  const parts = [
    ...(unchanged.length > 0 ? [`${unchanged.join(', ')} in site/company.json`] : []),
    ...firstWords.flatMap(([file, what, words]) => (has(file, words) ? `${what} in ${file}` : [])),
  ];
  if (parts.length > 0)
    throw new Note(`still ${firstOwner.name}'s: ${parts.join('; ')} (docs/change-words.md)`);
  return passed(`nothing is left of ${firstOwner.name}`);
}
