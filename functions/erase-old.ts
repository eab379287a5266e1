import { retention } from './audit-log.ts';
import type { World } from './deps.ts';
import { erase } from './erase.ts';
import { inBatches } from './in-batches.ts';
import { day } from './time-limit.ts';

const batch = 500;

/**
 * Erases what is older than the setting says, in any state: the shortest setting is longer than a
 * delivery is tried, so what is still pending by then is stuck. Gives how many were erased; never
 * rejects.
 */
export async function eraseOld(world: World): Promise<number> {
  const { retentionDays, now } = world;
  if (retentionDays === undefined) return 0;
  const oldest = new Date(now().getTime() - retentionDays * day).toISOString();
  // They would be found first by every batch, and keep younger ones from ever being reached.
  const refused = new Set<string>();
  return inBatches('erase-old', world, async () => {
    const store = await world.store();
    const found = await store.idsBefore(oldest, batch + refused.size);
    const ids = found.filter((id) => !refused.has(id));
    if (ids.length === 0) return 'none left';
    const erased = await erase(ids, retention, world);
    for (const id of erased.refused) refused.add(id);
    return erased.count;
  });
}
