import { retention } from '../audit/audit-log.ts';
import type { SiteDeps } from '../deps.ts';
import { heldDays } from '../../src/shared/health.ts';
import { requireListKey } from '../privacy/opt-out-list.ts';
import type { Spared, Store } from '../store/port.ts';
import { inBatches } from '../batches.ts';
import { daysBefore } from '../spans.ts';
import { erase } from './erase.ts';

const batchSize = 500;

/**
 * A pending lead is owed to the webhook, so it is kept for this long after its delivery began, even if
 * the setting is shorter. A webhook that was down for a month isn't coming back for it.
 */
export const owedDays = 30;

/** A lead whose delivery began then or later is owed. Without a webhook all are, since nobody tries to send them. */
const owedFrom = ({ webhook, now }: RuleDeps, daysAgo: number): string =>
  webhook.state === 'set' ? daysBefore(now(), owedDays + daysAgo) : '';

/** Retention is behind once it is late by this much. */
const graceDays = 1;

type RuleDeps = Pick<SiteDeps, 'webhook' | 'retentionDays' | 'now'>;

/** What is to be erased now, or should have been so many days ago. */
function rules(deps: RuleDeps, daysAgo = 0): { before: string; spared: Spared }[] {
  const { retentionDays, now } = deps;
  const after = (days: number) => daysBefore(now(), days + daysAgo);
  const held = { before: after(heldDays), spared: { heldBefore: after(heldDays) } };
  if (retentionDays === undefined) return [held];
  return [{ before: after(retentionDays), spared: { owedSince: owedFrom(deps, daysAgo) } }, held];
}

/** Erases leads that have been kept for long enough. Returns how many; never rejects. */
export async function eraseOld(deps: SiteDeps): Promise<number> {
  return inBatches('erase-old', deps, async () => {
    const store = await deps.store();
    for (const { before, spared } of rules(deps)) {
      const ids = await store.idsBefore(before, batchSize, spared);
      if (ids.length === 0) continue;
      await requireListKey(store, deps.personHash);
      return erase(ids, retention, deps, spared);
    }
    return 'none left';
  });
}

/** Whether the store has a lead that should have been erased a day ago. */
export async function isRetentionBehind(store: Store, deps: RuleDeps): Promise<boolean> {
  const overdue = rules(deps, graceDays).map(({ before, spared }) =>
    store.idsBefore(before, 1, spared),
  );
  return (await Promise.all(overdue)).flat().length > 0;
}
