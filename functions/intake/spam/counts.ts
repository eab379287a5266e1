import type { Submission } from '../../../src/shared/contact-schema.ts';
import { digitsOf, phoneE164 } from '../../../src/shared/phone-numbers.ts';
import type { SpamReason } from '../../../src/shared/submission.ts';
import type { Deps } from '../../deps.ts';
import { orInstead } from '../../log/log.ts';
import { hour } from '../../durations.ts';
import type { Limit, Store } from '../../store/port.ts';
import { foldEmail } from '../../store/record.ts';

/** Colleagues may send the same text, and people ask again. More than this in 24 hours is held. */
const usual: Limit = { count: 3, windowMs: 24 * hour };

/** `value` is undefined if there is nothing to count. The same mark is counted once. */
type Counted = { value: string | undefined; mark: string };

type Sent = Pick<Submission, 'id' | 'name' | 'company' | 'message' | 'email' | 'phone'>;

const counts = {
  same_text: (sent) => ({ value: essence(sent), mark: `sender ${sent.email.toLowerCase()}` }),
  same_phone: ({ phone, id }) => ({ value: lineOf(phone), mark: `submission ${id}` }),
  same_email: ({ email, id }) => ({ value: mailboxOf(email), mark: `submission ${id}` }),
} satisfies Partial<Record<SpamReason, (sent: Sent) => Counted>>;

export type CountedReason = keyof typeof counts;

/** Returns what was used too often. The store counts keyed hashes, as it does for networks. */
export async function findRepeated(
  sent: Sent,
  store: Pick<Store, 'admit'>,
  { keyedHash, now, log }: Pick<Deps, 'keyedHash' | 'now' | 'log'>,
): Promise<CountedReason[]> {
  const isRepeated = async (reason: CountedReason): Promise<boolean> => {
    const { value, mark } = counts[reason](sent);
    if (value === undefined) return false;
    // A failed spam check must neither hold nor lose a lead.
    return orInstead(false, 'spam-failure', log, async () => {
      const key = await keyedHash(`${reason} ${value}`);
      return !(await store.admit(key, await keyedHash(mark), usual, now())).admitted;
    });
  };
  const reasons = Object.keys(counts) as CountedReason[];
  const repeated = await Promise.all(reasons.map(isRepeated));
  return reasons.filter((_, i) => repeated[i]);
}

/** The length of an American number. Further digits of an unreadable number may be notes. */
const dialed = 10;

function lineOf(phone: string): string | undefined {
  const digits = digitsOf(phone)?.replace(/^1/, '').slice(0, dialed);
  return phoneE164(phone) ?? (digits && `+1${digits}`);
}

/** Many providers ignore dots, and everything from a plus to the @. */
const mailboxOf = (email: string): string =>
  foldEmail(email).replace(/(?:\+[^@]*|\.)(?=[^@]*@)/g, '');

/** Senders write the same short text by chance, but not one with this many letters. */
const tellingLetters = 60;

/** Leaves out numbers and the sender's name and company, which vary in copies of a text. Undefined if too short. */
export function essence({
  name,
  company,
  message,
}: Pick<Sent, 'name' | 'company' | 'message'>): string | undefined {
  const ownWords = new Set(wordsOf(`${name} ${company}`));
  const letters = wordsOf(message ?? '')
    .filter((word) => !ownWords.has(word))
    .join('');
  return letters.length < tellingLetters ? undefined : letters;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
