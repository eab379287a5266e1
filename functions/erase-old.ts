import { record, retention } from './audit-log.ts';
import type { World } from './deps.ts';
import { inBatches } from './in-batches.ts';
import { day } from './time-limit.ts';

const batch = 500;

/**
 * Erases what is older than the setting says, in any state: the shortest setting is longer than a
 * delivery is tried, so what is still pending by then is stuck. Gives how many were erased; never
 * rejects.
 */
export async function eraseOld(world: World): Promise<number> {
  const { retentionDays, now, log } = world;
  if (retentionDays === undefined) return 0;
  const oldest = new Date(now().getTime() - retentionDays * day).toISOString();
  return inBatches('erase-old', world, async () => {
    const store = await world.store();
    const ids = await store.idsBefore(oldest, batch);
    if (ids.length === 0) return 'none left';
    await record({ action: 'erased', submissions: ids }, retention, world);
    const count = await store.erase(ids, now().toISOString());
    log({ event: 'erased', count });
    return count;
  });
}
