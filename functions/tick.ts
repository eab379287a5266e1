import { retryDeliveries } from './delivery/retry.ts';
import type { SiteDeps } from './deps.ts';
import { openWatch } from './watch/look.ts';

/**
 * What the site does every five minutes: it sends what is due, and then looks for trouble, so that no alert is about
 * a lead that this run delivers. Both parts log their failures and never reject, so neither stops the other.
 */
export function openTick(): (deps: SiteDeps) => Promise<{ attempted: number; sent: number }> {
  const watch = openWatch();
  return async (deps) => {
    const attempted = await retryDeliveries(deps);
    const { sent } = await watch(deps);
    return { attempted, sent };
  };
}
