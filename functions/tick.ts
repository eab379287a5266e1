import { sendDue } from './delivery/outbox.ts';
import { retryDeliveries } from './delivery/retry.ts';
import type { SiteDeps } from './deps.ts';
import { openWatch } from './watch/look.ts';

/** Sends before it looks: no alert should name a lead that this run delivers. The parts never reject. */
export function openTick(): (deps: SiteDeps) => Promise<{ attempted: number; sent: number }> {
  const watch = openWatch();
  return async (deps) => {
    const began = deps.now();
    const [attempted, due] = await Promise.all([retryDeliveries(deps), sendDue(deps)]);
    const { sent } = await watch(deps, began);
    return { attempted, sent: due + sent };
  };
}
