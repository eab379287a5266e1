import { createHmac } from 'node:crypto';
import { digitsOf, phoneE164 } from '../../src/shared/phone.ts';
import { ConfigError } from '../unavailable.ts';
import { type Env } from '../variables.ts';
import { foldEmail, type Person, type PersonHash } from '../store/record.ts';

const shortestKey = 32;

/**
 * The key of the hashes that are kept when a person's words are erased. It is a key of its own: under
 * another one, nobody on the do-not-contact list would be found again. Decision 0036.
 */
export function parsePrivacyKey({ PRIVACY_KEY: text }: Env): string | undefined {
  const key = text?.trim();
  if (!key) return undefined;
  if (key.length >= shortestKey) return key;
  throw new ConfigError(
    `PRIVACY_KEY must have at least ${shortestKey} characters: make one with openssl rand -hex 32.`,
  );
}

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
