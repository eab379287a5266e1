import type { Deps } from '../../deps.ts';
import { fault } from '../../log/log.ts';
import type { Limit } from '../rate-limit/sliding-window.ts';
import type { Store } from '../../store/port.ts';
import type { Suspect } from './rules.ts';

/** So many may say the same within a day: colleagues do. Whoever comes after them is held. */
export const sameTextLimit: Limit = { count: 3, windowMs: 24 * 60 * 60 * 1000 };

/** In letters. People who don't know each other say the same in short words, not in long ones. */
const telling = 60;

/**
 * What stays when names and numbers are put into the same text: letters alone, without the
 * sender's own. Undefined for what is too short to tell.
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
    // Not a reason to keep a lead waiting, and even less to lose it.
    log(fault('spam-failure', error));
    return false;
  }
}
