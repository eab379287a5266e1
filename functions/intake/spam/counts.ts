import type { Submission } from '../../../src/shared/contact-schema.ts';
import { digitsOf, phoneE164 } from '../../../src/shared/phone-numbers.ts';
import type { SpamReason } from '../../../src/shared/submission.ts';
import type { Deps } from '../../deps.ts';
import { orInstead } from '../../log/log.ts';
import { hour } from '../../durations.ts';
import type { Limit, Store } from '../../store/port.ts';
import { foldEmail } from '../../store/record.ts';

/** Colleagues may send the same text, and people ask again. More than this in 24 hours are held. */
const usual: Limit = { count: 3, windowMs: 24 * hour };

/** What is counted, unless there is nothing to count. The same mark is counted once. */
type Counted = { what: string | undefined; mark: string };

type Sent = Pick<Submission, 'id' | 'name' | 'company' | 'message' | 'email' | 'phone'>;

const counts = {
  same_text: (it) => ({ what: essence(it), mark: `sender ${it.email.toLowerCase()}` }),
  same_phone: ({ phone, id }) => ({ what: lineOf(phone), mark: `submission ${id}` }),
  same_email: ({ email, id }) => ({ what: mailboxOf(email), mark: `submission ${id}` }),
} satisfies Partial<Record<SpamReason, (sent: Sent) => Counted>>;

export type CountedReason = keyof typeof counts;

/**
 * Counts the lead by its text, phone and address, and returns what others have used too often. The store
 * counts keyed hashes, as for networks.
 */
export async function findRepeated(
  sent: Sent,
  store: Pick<Store, 'admit'>,
  { keyedHash, now, log }: Pick<Deps, 'keyedHash' | 'now' | 'log'>,
): Promise<CountedReason[]> {
  const isRepeated = async (reason: CountedReason): Promise<boolean> => {
    const { what, mark } = counts[reason](sent);
    if (what === undefined) return false;
    // A failed spam check is no reason to hold or lose a lead.
    return orInstead(false, 'spam-failure', log, async () => {
      const key = await keyedHash(`${reason} ${what}`);
      return !(await store.admit(key, await keyedHash(mark), usual, now())).admitted;
    });
  };
  const reasons = Object.keys(counts) as CountedReason[];
  const repeated = await Promise.all(reasons.map(isRepeated));
  return reasons.filter((_, i) => repeated[i]);
}

/** The length of an American number. More digits in an unreadable one may be somebody's notes. */
const dialed = 10;

function lineOf(phone: string): string | undefined {
  const digits = digitsOf(phone)?.replace(/^1/, '').slice(0, dialed);
  return phoneE164(phone) ?? (digits && `+1${digits}`);
}

/** Many providers ignore dots, and what comes after a plus. */
const mailboxOf = (email: string): string =>
  foldEmail(email).replace(/(?:\+[^@]*|\.)(?=[^@]*@)/g, '');

/** Strangers write the same short text by chance, but not one with this many letters. */
const tellingLetters = 60;

/**
 * The letters that stay the same when a text is sent under many names: without numbers and the
 * sender's own name and company. Undefined for a text that is too short to compare.
 */
export function essence({
  name,
  company,
  message,
}: Pick<Sent, 'name' | 'company' | 'message'>): string | undefined {
  const own = new Set(wordsOf(`${name} ${company}`));
  const letters = wordsOf(message ?? '')
    .filter((it) => !own.has(it))
    .join('');
  return letters.length < tellingLetters ? undefined : letters;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];
