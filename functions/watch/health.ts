import type { Health } from '../../src/shared/health.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { requireMethod, requireOwnOrigin } from '../http/request.ts';
import { isCanaryFailing, oldestWaits, waitedSeconds } from './find-trouble.ts';

/**
 * How long one reading serves everyone who asks, even if the store didn't answer. Anyone may ask, and
 * Firestore bills up to five reads for each reading, so a flood costs six readings a minute per process.
 * It is longer than the timeout of the store, so that a store that hangs is asked once at a time.
 */
export const keptMs = 10_000;

type Reading = Awaited<ReturnType<typeof read>>;

/** Tells anyone whether the store can be reached and how long leads have been waiting, but never why. */
export function openHealth(): Handler {
  let reading: Promise<Reading> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number): Promise<Reading> => {
    if (!reading || Math.abs(now - readAt) >= keptMs) {
      readAt = now;
      reading = read(deps);
    }
    return reading;
  };

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const now = deps.now();
    const seconds = (since: string | undefined) =>
      since === undefined ? null : waitedSeconds(since, now);
    const read = await readOnce(deps, now.getTime());
    const health: Health = {
      store: read ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: seconds(read?.undelivered),
      oldest_held_seconds: seconds(read?.held),
      oldest_waiting_seconds: seconds(read?.waiting),
      retention_behind: read?.retentionBehind ?? false,
      canary: !deps.canary.isOn ? 'off' : read?.canaryFailing ? 'failing' : 'ok',
      version: deps.version,
    };
    const answer = json(read ? 200 : 503, health);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  });
}

/** Undefined if the store doesn't answer. */
async function read(deps: Deps) {
  try {
    const store = await deps.store();
    const [waits, waiting, retentionBehind, canaryFailing] = await Promise.all([
      oldestWaits(store),
      store.waitingSince(),
      isRetentionBehind(store, deps),
      deps.canary.isOn && store.watch().then(isCanaryFailing),
    ]);
    return { ...waits, waiting, retentionBehind, canaryFailing };
  } catch (error) {
    deps.log(fault('failure', error));
    return undefined;
  }
}
