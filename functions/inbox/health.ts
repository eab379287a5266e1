import type { Health } from '../../src/shared/health.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { requireMethod, requireOwnOrigin } from '../http/request.ts';

/**
 * How long one reading serves everyone who asks. Anyone may ask, and Firestore bills two or three reads
 * for each reading, so a flood costs six readings a minute per process. It is longer than the timeout
 * of the store, so that a store that hangs is asked once at a time.
 */
export const keptMs = 10_000;

/** Since when the oldest leads have waited. */
interface Waits {
  undelivered: string | undefined;
  held: string | undefined;
  isRetentionBehind: boolean;
}

/** Undefined if the store didn't answer. */
type Reading = Waits | undefined;

/** Tells anyone whether the store can be reached and how long leads have been waiting, but never why. */
export function openHealth(): Handler {
  let reading: Promise<Reading> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number): Promise<Reading> => {
    if (!reading || now - readAt >= keptMs) {
      readAt = now;
      reading = read(deps);
    }
    return reading;
  };

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const now = deps.now().getTime();
    const read = await readOnce(deps, now);
    const health: Health = {
      store: read ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: secondsFrom(read?.undelivered, now),
      oldest_held_seconds: secondsFrom(read?.held, now),
      retention_behind: read?.isRetentionBehind ?? false,
    };
    const answer = json(read ? 200 : 503, health);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  });
}

async function read(deps: Deps): Promise<Reading> {
  try {
    const leads = await deps.store();
    const [undelivered, held, isBehind] = await Promise.all([
      leads.undeliveredSince(),
      leads.heldSince(),
      isRetentionBehind(leads, deps),
    ]);
    return { undelivered, held, isRetentionBehind: isBehind };
  } catch (error) {
    deps.log(fault('failure', error));
    return undefined;
  }
}

/** Never negative, even if clocks differ. */
const secondsFrom = (since: string | undefined, now: number): number | null =>
  since === undefined ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
