import { retention } from '../audit/audit-log.ts';
import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';
import { daysBefore, inBatches } from '../batches.ts';
import { erase } from './erase.ts';

const batchSize = 500;

/**
 * A pending lead is owed to the webhook, so it is kept for this long after its delivery began, even if
 * the setting is shorter. A webhook that was down for a month isn't coming back for it.
 */
export const owedDays = 30;

/** A lead whose delivery began then or later is owed. Without a webhook all are, since nobody tries to send them. */
const owedFrom = ({ webhook, now }: Pick<SiteDeps, 'webhook' | 'now'>): string =>
  webhook.state === 'set' ? daysBefore(now(), owedDays) : '';

/** Retention is behind once it is late by this much. */
const graceDays = 1;

/** Erases leads that are older than the setting, unless they are owed. Returns how many; never rejects. */
export async function eraseOld(deps: SiteDeps): Promise<number> {
  const { retentionDays, now } = deps;
  if (retentionDays === undefined) return 0;
  const oldest = daysBefore(now(), retentionDays);
  const owedSince = owedFrom(deps);
  // Every batch finds these first, so they must not keep it from reaching newer leads.
  const refused = new Set<string>();
  return inBatches('erase-old', deps, async () => {
    const store = await deps.store();
    const found = await store.idsBefore(oldest, batchSize + refused.size, owedSince);
    const ids = found.filter((id) => !refused.has(id));
    if (ids.length === 0) return 'none left';
    const erased = await erase(ids, retention, deps, owedSince);
    for (const id of erased.refused) refused.add(id);
    return erased.count;
  });
}

/** Whether the store has a lead that should have been erased a day ago. */
export async function isRetentionBehind(
  store: Store,
  deps: Pick<SiteDeps, 'webhook' | 'retentionDays' | 'now'>,
): Promise<boolean> {
  const { retentionDays, now } = deps;
  if (retentionDays === undefined) return false;
  const overdue = daysBefore(now(), retentionDays + graceDays);
  return (await store.idsBefore(overdue, 1, owedFrom(deps))).length > 0;
}
