import type { World } from './deps.ts';
import { fault } from './relay/deliver.ts';
import { day, latestBatch } from './time-limit.ts';

/**
 * Sweeps the tests of the webhook that have had their day, in any state: whoever sent one has seen
 * what they wanted by then, and nobody waits for it. Gives how many there were; never rejects.
 */
export async function sweepTests(world: World): Promise<number> {
  const { now, log } = world;
  const began = now().getTime();
  // What is a day old to the millisecond goes as well.
  const before = new Date(began - day + 1).toISOString();
  let swept = 0;
  try {
    const store = await world.store();
    while (now().getTime() - began <= latestBatch) {
      const count = await store.sweepTests(before);
      if (count === 0) break;
      swept += count;
      log({ event: 'tests-swept', count });
    }
  } catch (error) {
    log(fault('sweep-tests', error));
  }
  return swept;
}
