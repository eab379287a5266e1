import type { SiteDeps } from '../../deps.ts';
import { inBatches, day } from '../../erasure/batches.ts';

/**
 * Removes the trial leads that are a day old, in any state: the admin who sent one has seen the result
 * by then. Returns how many there were; never rejects.
 */
export function sweepTrials(world: SiteDeps): Promise<number> {
  const { now, log } = world;
  // A lead that is a day old to the millisecond goes as well.
  const before = new Date(now().getTime() - day + 1).toISOString();
  return inBatches('sweep-tests', world, async () => {
    const store = await world.store();
    const count = await store.sweepTrials(before);
    if (count === 0) return 'none left';
    log({ event: 'tests-swept', count });
    return count;
  });
}
