import { undeliveredSince } from '../store/record.ts';
import type { Store } from '../store/port.ts';

/** Since when the oldest leads have waited for the webhook and for a decision about spam. */
export async function oldestWaits(store: Store) {
  const [[oldest], held] = await Promise.all([store.undelivered(1), store.heldSince()]);
  return { undelivered: (oldest && undeliveredSince(oldest)) ?? undefined, held };
}

/**
 * How long a lead has waited. A time in the future is from before the clock was set back. The lead isn't due
 * until then, so it counts as late by the same distance.
 */
export const waitedMs = (since: string | null, now: Date): number =>
  since === null ? 0 : Math.abs(now.getTime() - Date.parse(since));

export const waitedSeconds = (since: string, now: Date): number =>
  Math.floor(waitedMs(since, now) / 1000);
