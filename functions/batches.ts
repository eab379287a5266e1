import type { Deps } from './deps.ts';
import { fault, type Fault } from './log/log.ts';

/**
 * In ms. Netlify stops a scheduled function after 30 s, and the function needs time to start.
 * https://docs.netlify.com/build/functions/scheduled-functions/#limitations
 */
const budget = 25_000;

/** In ms: later, `tick` starts no delivery or message. One that hangs takes 10 s, and the watch needs the rest. */
export const latestStart = 5000;

/** In ms. A batch that starts later might not end in time. */
const latestBatch = budget - 10_000;

/** Ends when nothing is left or the time is over. The next run continues there. Returns the sum. Never rejects. */
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
