import { readFile } from 'node:fs/promises';
import { consentTexts } from '../../src/shared/consent-texts.ts';
import { sha256 } from '../../src/shared/sha256.ts';

const here = 'scripts/build/published-texts.ts';

/**
 * The SHA-256 of each published text, by its date. Add a line for a new date. Never change one of a consent
 * text: stored consents would be shown with a text that nobody agreed to.
 */
export const published: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'consent text': {
    '2026-11-22': 'a6c1e177be12c6b81b2189d35838dd0044e13985c7c2a30bdf14085be9560c72',
    '2025-10-03': '1a3b1b8f6bff1471e10d4a72741c27feacf6b83a877272bc6a9731d69b5de979',
  },
  'privacy-policy.yaml': {
    '2026-11-24': 'f23462656e03ac62271c3078f1a4c18fad6ffe8df9e677bfcb363e41aa17987b',
  },
  'terms-of-service.yaml': {
    '2025-10-03': 'ea977694c71eb20104d17cff7c68e03f5c63319b310f936f05b03d509eec72c4',
  },
};

/** A text that must not change under the date that it shows. */
export interface DatedText {
  name: string;
  date: string;
  text: string;
}

const consents: readonly DatedText[] = consentTexts.map(({ version, text }) => ({
  name: 'consent text',
  date: version,
  text,
}));

/** A file of site/legal. Its hash leaves out the dates, and how its lines are broken. */
export function legalText(name: string, file: string): DatedText {
  const dateLine = /^(?:effective|updated): *['"]?([\d-]+)['"]?$/gm;
  // If there is a second date, it is that of the last update.
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

/** Fails the build if a text was edited under its old date, or if a new date has no hash yet. */
export async function checkTexts(texts: readonly DatedText[]): Promise<void> {
  for (const { name, date, text } of texts) {
    const hash = await sha256(text);
    const known = published[name]?.[date];
    if (known === hash) continue;
    if (known === undefined) {
      throw new Error(
        `The ${name} of ${date} is new. Add this line for it to ${here}: '${date}': '${hash}',`,
      );
    }
    const remedy =
      name === 'consent text'
        ? `Restore it. New words need a new version: move the old text to src/shared/consent-texts.ts, write the new one in src/shared/consent.ts, and add its hash to ${here}.`
        : `Restore site/legal/${name}, or give it a new date: write the day of the change there as updated: 'YYYY-MM-DD', and add that day to ${here} with this hash: '${hash}'. (If the text of ${date} was never deployed, replace its hash instead.)`;
    throw new Error(`The ${name} of ${date} isn't the one that was published. ${remedy}`);
  }
}
