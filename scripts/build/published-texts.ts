import { readFile } from 'node:fs/promises';
import file from '../../site/published.json' with { type: 'json' };
import type { Contents } from '../../site/schema/site.ts';
import { consentTexts } from '../../src/shared/consent-receipt.ts';
import { sha256 } from '../../src/shared/sha256.ts';

const here = 'site/published.json';

/** Hashes of the published texts, by name and date. */
export const published: Contents['published']['texts'] = file.texts;

/** A text that must not change unless its date changes. */
interface DatedText {
  name: string;
  date: string;
  text: string;
}

const consents: readonly DatedText[] = consentTexts.map(({ version, text }) => ({
  name: 'consent text',
  date: version,
  text,
}));

/** A file of site/legal, without dates and line breaks, so that they don't change its hash. */
export function legalText(name: string, file: string): DatedText {
  const dateLine = /^(?:effective|updated): *['"]?([\d-]+)['"]?$/gm;
  // A second date is the day of the last update.
  const date = [...file.matchAll(dateLine)].at(-1)?.[1] ?? 'no date';
  return { name, date, text: file.replace(dateLine, '').replace(/\s+/g, ' ') };
}

export async function publishedTexts(): Promise<DatedText[]> {
  const names = ['privacy-policy.yaml', 'terms-of-service.yaml'];
  const legal = names.map(async (name) => {
    const file = new URL(`../../site/legal/${name}`, import.meta.url);
    return legalText(name, await readFile(file, 'utf8'));
  });
  return [...consents, ...(await Promise.all(legal))];
}

/** Sentences about consent texts that were published but are now missing. */
export const lostConsents = (there: readonly { version: string }[] = consentTexts): string[] =>
  Object.keys(published['consent text'] ?? {})
    .filter((version) => !there.some((consent) => consent.version === version))
    .map(
      (version) =>
        `The consent text of ${version} is gone, though people have agreed to it. Copy it from the history of site/consent.json to the top of site/earlier-consents.json. (If nobody could see it on this site, remove its line from ${here}.)`,
    );

/** Sentences about texts that changed without a new date, and about new dates without a hash. */
export async function textProblems(texts: readonly DatedText[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, date, text } of texts) {
    const hash = await sha256(text);
    const known = published[name]?.[date];
    if (known === hash) continue;
    if (known === undefined) {
      problems.push(
        `The ${name} of ${date} is new. Add this line under "${name}" in ${here}: "${date}": "${hash}"`,
      );
      continue;
    }
    const remedy =
      name === 'consent text'
        ? `Restore it. New words need a new version: copy the old text to the top of site/earlier-consents.json, write the new one in site/consent.json, and add its hash to ${here}.`
        : `Restore site/legal/${name}, or give it a new date: write the day of the change there as updated: 'YYYY-MM-DD', and add that day to ${here} with this hash: ${hash}. (If the text of ${date} was never deployed, replace its hash instead.)`;
    problems.push(`The ${name} of ${date} isn't the one that was published. ${remedy}`);
  }
  return problems;
}
