import { retention } from '../audit/audit-log.ts';
import type { Deps, SiteDeps } from '../deps.ts';
import { heldDays } from '../../src/shared/health.ts';
import { requireListKey } from '../opt-outs/may-contact.ts';
import type { Spared, Store } from '../store/port.ts';
import { inBatches } from '../batches.ts';
import { daysBefore } from '../durations.ts';
import { erase } from './erase.ts';

const batchSize = 500;

/** A pending lead is owed to the webhook for this long, even if RETENTION_DAYS is shorter. */
export const owedDays = 30;

const graceDays = 1;

type RuleDeps = Pick<Deps, 'webhook' | 'retentionDays' | 'now'>;

/** The leads to erase now, or with `daysAgo`, the leads whose erasure was due that many days ago. */
function rules(
  { webhook, retentionDays, now }: RuleDeps,
  daysAgo = 0,
): { before: string; spared: Spared }[] {
  const after = (days: number) => daysBefore(now(), days + daysAgo);
  const held = { before: after(heldDays), spared: { onlyHeldBefore: after(heldDays) } };
  if (retentionDays === undefined) return [held];
  // Without a webhook, all pending leads are owed, because no worker tries to send them.
  const owedSince = webhook.state === 'set' ? after(owedDays) : '';
  return [{ before: after(retentionDays), spared: { owedSince } }, held];
}

/** Returns the number of erased leads. Never rejects. */
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

export async function isRetentionBehind(store: Store, deps: RuleDeps): Promise<boolean> {
  const overdue = rules(deps, graceDays).map(({ before, spared }) =>
    store.idsBefore(before, 1, spared),
  );
  return (await Promise.all(overdue)).flat().length > 0;
}
