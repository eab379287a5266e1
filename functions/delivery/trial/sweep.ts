import type { SiteDeps } from '../../deps.ts';
import { inBatches, day } from '../../erasure/batches.ts';

/**
 * Sweeps the tests of the webhook that have had their day, in any state: whoever sent one has seen
 * what they wanted by then, and nobody waits for it. Gives how many there were; never rejects.
 */
export function sweepTrials(world: SiteDeps): Promise<number> {
  const { now, log } = world;
  // What is a day old to the millisecond goes as well.
  const before = new Date(now().getTime() - day + 1).toISOString();
  return inBatches('sweep-tests', world, async () => {
    const store = await world.store();
    const count = await store.sweepTrials(before);
    if (count === 0) return 'none left';
    log({ event: 'tests-swept', count });
    return count;
  });
}
