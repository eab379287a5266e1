import { retention } from '../audit/append.ts';
import type { SiteDeps } from '../deps.ts';
import { erase } from './erase.ts';
import { inBatches, day } from './batches.ts';
import type { Store } from '../store/port.ts';

const batch = 500;

/**
 * A pending lead is owed to the webhook, and kept for so long after its delivery began, even where the
 * setting is shorter. A webhook that was gone for a month isn't coming back for these leads.
 */
export const owedDays = 30;

/** A run that is late by less is not behind. */
const graceDays = 1;

/** Erases what is older than the setting says, unless it is owed. Gives how many were erased; never rejects. */
export async function eraseOld(world: SiteDeps): Promise<number> {
  const { retentionDays, now } = world;
  if (retentionDays === undefined) return 0;
  const oldest = daysBefore(now(), retentionDays);
  const owedSince = daysBefore(now(), owedDays);
  // They would be found first by every batch, and keep younger ones from ever being reached.
  const refused = new Set<string>();
  return inBatches('erase-old', world, async () => {
    const store = await world.store();
    const found = await store.idsBefore(oldest, batch + refused.size, owedSince);
    const ids = found.filter((id) => !refused.has(id));
    if (ids.length === 0) return 'none left';
    const erased = await erase(ids, retention, world, owedSince);
    for (const id of erased.refused) refused.add(id);
    return erased.count;
  });
}

/** Whether something is there that should have been erased a day ago. */
export async function isRetentionBehind(
  store: Store,
  { retentionDays, now }: Pick<SiteDeps, 'retentionDays' | 'now'>,
): Promise<boolean> {
  if (retentionDays === undefined) return false;
  const overdue = daysBefore(now(), retentionDays + graceDays);
  return (await store.idsBefore(overdue, 1, daysBefore(now(), owedDays))).length > 0;
}

const daysBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * day).toISOString();
