import type { Deps } from '../../deps.ts';
import { fault } from '../../log/log.ts';
import type { Limit } from '../rate-limit/sliding-window.ts';
import type { Store } from '../../store/port.ts';
import type { Suspect } from './rules.ts';

/** Colleagues may send the same text, up to this many in a day. Later leads with it are held. */
export const sameTextLimit: Limit = { count: 3, windowMs: 24 * 60 * 60 * 1000 };

/** In letters. Strangers write the same short text by chance, but not a long one. */
const telling = 60;

/**
 * The letters that stay the same when a text is sent under many names: without numbers and the
 * sender's own name and company. Undefined for a text that is too short to compare.
 */
export function essence({ name, company, message }: Suspect): string | undefined {
  const own = new Set(wordsOf(`${name} ${company}`));
  const letters = wordsOf(message ?? '')
    .filter((it) => !own.has(it))
    .join('');
  return letters.length < telling ? undefined : letters;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** Whether several others sent this text lately. The store counts it as it counts networks: by hashes. */
export async function isSaidByMany(
  suspect: Suspect,
  store: Store,
  { keyedHash, now, log }: Pick<Deps, 'keyedHash' | 'now' | 'log'>,
): Promise<boolean> {
  const text = essence(suspect);
  if (text === undefined) return false;
  try {
    const key = await keyedHash(`text ${text}`);
    const sender = await keyedHash(`sender ${suspect.email.toLowerCase()}`);
    return !(await store.admit(key, sender, sameTextLimit, now())).admitted;
  } catch (error) {
    // A failed spam check is no reason to hold or lose a lead.
    log(fault('spam-failure', error));
    return false;
  }
}
