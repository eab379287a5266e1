import { record, retention } from './audit-log.ts';
import type { World } from './deps.ts';
import { fault } from './relay/deliver.ts';
import { day, latestBatch } from './time-limit.ts';

const batch = 500;

/**
 * Erases what is older than the setting says, in any state: the shortest setting is longer than a
 * delivery is tried, so what is still pending by then is stuck. What a run doesn't get done, the
 * next one does. Gives how many were erased; never rejects.
 */
export async function eraseOld(world: World): Promise<number> {
  const { retentionDays, now, log } = world;
  if (retentionDays === undefined) return 0;
  const began = now().getTime();
  const oldest = new Date(began - retentionDays * day).toISOString();
  let erased = 0;
  try {
    const store = await world.store();
    while (now().getTime() - began <= latestBatch) {
      const ids = await store.idsBefore(oldest, batch);
      if (ids.length === 0) break;
      await record({ action: 'erased', submissions: ids }, retention, world);
      const count = await store.erase(ids, now().toISOString());
      erased += count;
      log({ event: 'erased', count });
    }
  } catch (error) {
    log(fault('erase-old', error));
  }
  return erased;
}
