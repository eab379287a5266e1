import { createHmac } from 'node:crypto';
import { digitsOf, phoneE164 } from '../../src/shared/reach.ts';
import { parseSecret, type Env } from '../variables.ts';
import { foldEmail, type Person, type PersonHash } from '../store/record.ts';

/**
 * The key of the hashes that are kept when a person's words are erased. It is a key of its own: under
 * another one, nobody on the do-not-contact list would be found again. Decision 0036.
 */
export const parsePrivacyKey = (env: Env) => parseSecret('PRIVACY_KEY', env);

/** The number that is hashed, or null if its digits are too few. */
export const numberOf = (phone: string): string | null => phoneE164(phone) ?? digitsOf(phone);

/** The key matters: without it, somebody could hash all phone numbers and compare. */
export function personHasher(key: string): PersonHash {
  const hash = (kind: keyof Person, text: string): string[] =>
    text === '' ? [] : [createHmac('sha256', key).update(`${kind} ${text}`).digest('hex')];
  return ({ email = '', phone = '' }) => [
    ...hash('email', foldEmail(email)),
    ...hash('phone', numberOf(phone) ?? ''),
  ];
}
