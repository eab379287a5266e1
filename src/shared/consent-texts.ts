import earlier from '../../site/earlier-consents.json' with { type: 'json' };
import { currentConsent } from './consent.ts';

/** All that were ever published, so that each stored consent can be shown with its own text. */
export const consentTexts = [currentConsent, ...earlier.texts] as const;

/** The text of a version, if it was ever published. */
export const consentTextOf = (version: string): string | undefined =>
  consentTexts.find((it) => it.version === version)?.text;

/** A page may stay open this long after its text was replaced. */
const graceMs = 30 * 24 * 60 * 60 * 1000;

/** Whether the next text, whose version is the date of its publication, came too long ago. */
export function isOutdated(version: string, now: Date): boolean {
  const successor = consentTexts[consentTexts.findIndex((it) => it.version === version) - 1];
  return successor !== undefined && now.getTime() > Date.parse(successor.version) + graceMs;
}
