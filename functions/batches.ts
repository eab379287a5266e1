import type { Deps } from './deps.ts';
import { fault, type Fault } from './log/log.ts';

/**
 * The time that a scheduled function may take: Netlify stops it after 30 s, and it needs time to start.
 * https://docs.netlify.com/build/functions/scheduled-functions/#limitations
 */
const budget = 25_000;

/**
 * `tick` begins no delivery and no message later in its run. One that hangs ends after ten seconds more, and leaves
 * time for the look for trouble, and for an alert.
 */
export const latestStart = 5000;

/** A batch that starts later might not end in time. */
const latestBatch = budget - 10_000;

/**
 * Runs batch after batch until one finds nothing left or the time is over. The next run continues
 * where this one stops. Returns the sum of the counts; never rejects.
 */
export async function inBatches(
  name: Fault['event'],
  { now, log }: Pick<Deps, 'now' | 'log'>,
  batch: () => Promise<number | 'none left'>,
): Promise<number> {
  const began = now().getTime();
  let sum = 0;
  try {
    while (now().getTime() - began <= latestBatch) {
      const count = await batch();
      if (count === 'none left') break;
      sum += count;
    }
  } catch (error) {
    log(fault(name, error));
  }
  return sum;
}
