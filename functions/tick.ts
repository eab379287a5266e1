import { sendDue } from './delivery/outbox.ts';
import { retryDeliveries } from './delivery/retry.ts';
import type { SiteDeps } from './deps.ts';
import { openWatch } from './watch/look.ts';

/**
 * What the site does every five minutes: it sends what is due, and then looks for trouble, so that no alert is about
 * a lead that this run delivers. All parts log their failures and never reject, so none stops another.
 */
export function openTick(): (deps: SiteDeps) => Promise<{ attempted: number; sent: number }> {
  const watch = openWatch();
  return async (deps) => {
    const began = deps.now();
    const [attempted, due] = await Promise.all([retryDeliveries(deps), sendDue(deps)]);
    const { sent } = await watch(deps, began);
    return { attempted, sent: due + sent };
  };
}
