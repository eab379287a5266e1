import type { Health } from '../../src/shared/health.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/erase.ts';
import { fault } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { requireMethod, requireOwnOrigin } from '../http/request.ts';

/**
 * How long one reading serves everyone who asks. Anyone may ask, and Firestore bills two or three reads
 * for each reading: a flood costs each process six readings a minute. It is longer than a store is waited for,
 * so that one that hangs is asked once at a time.
 */
export const keptMs = 10_000;

interface Waits {
  undelivered: string | undefined;
  held: string | undefined;
  isRetentionBehind: boolean;
}

/** Since when the oldest leads have waited; undefined where the store didn't say. */
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

/** Clocks differ, and no wait is negative. */
const secondsFrom = (since: string | undefined, now: number): number | null =>
  since === undefined ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
