import type { SiteDeps } from '../deps.ts';
import { fault, type Fault } from '../log/log.ts';
import { latestBatch } from '../delivery/time-limit.ts';

/**
 * What a schedule erases: batch after batch, until one finds nothing left or the time is over. What a
 * run doesn't get done, the next one does. Gives how many there were; never rejects.
 */
export async function inBatches(
  name: Fault['event'],
  { now, log }: Pick<SiteDeps, 'now' | 'log'>,
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
