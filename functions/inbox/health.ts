import type { Health } from '../../src/shared/health.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { requireMethod, requireOwnOrigin } from '../http/request.ts';
import type { Store } from '../store/port.ts';

/**
 * How long one reading serves everyone who asks. Anyone may ask, and Firestore bills up to five reads
 * for each reading, so a flood costs six readings a minute per process. It is longer than the timeout
 * of the store, so that a store that hangs is asked once at a time.
 */
export const keptMs = 10_000;

/** The canary comes hourly, and this reads what it found more often. */
const canaryKeptMs = 30 * 60_000;

/** Since when the oldest leads have waited. */
interface Waits {
  undelivered: string | undefined;
  held: string | undefined;
  waiting: string | undefined;
}

interface Reading extends Waits {
  /** The last change of any lead when this was read. */
  place: string;
  isRetentionBehind: boolean;
}

/** Tells anyone whether the store can be reached and how long leads have been waiting, but never why. */
export function openHealth(): Handler {
  /** Undefined if the store didn't answer. */
  let reading: Promise<Reading | undefined> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number): Promise<Reading | undefined> => {
    if (!reading || now - readAt >= keptMs) {
      readAt = now;
      reading = read(deps, reading);
    }
    return reading;
  };

  let visits: { canary: Health['canary']; readAt: number } | undefined;

  const canary = async (deps: Deps, now: number): Promise<Health['canary']> => {
    if (!deps.canary.isOn) return 'off';
    if (visits && now - visits.readAt < canaryKeptMs) return visits.canary;
    try {
      const { canary } = await (await deps.store()).watch();
      visits = { canary: (canary?.failures ?? 0) > 1 ? 'failing' : 'ok', readAt: now };
    } catch {
      // The report says that the store is out of reach.
    }
    return visits?.canary ?? 'ok';
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
      oldest_waiting_seconds: secondsFrom(read?.waiting, now),
      retention_behind: read?.isRetentionBehind ?? false,
      canary: await canary(deps, now),
      version: deps.version,
    };
    const answer = json(read ? 200 : 503, health);
    return request.method === 'HEAD' ? new Response(null, answer) : answer;
  });
}

async function read(
  deps: Deps,
  last: Promise<Reading | undefined> | undefined,
): Promise<Reading | undefined> {
  try {
    const leads = await deps.store();
    // Read before the waits: what changes in between is read again the next time.
    const [before, place, isBehind] = await Promise.all([
      last,
      leads.lastChange(),
      isRetentionBehind(leads, deps),
    ]);
    const waits = before?.place === place ? before : await readWaits(leads);
    return { ...waits, place, isRetentionBehind: isBehind };
  } catch (error) {
    deps.log(fault('failure', error));
    return undefined;
  }
}

/** No wait begins or ends without a change of a lead. */
async function readWaits(leads: Store): Promise<Waits> {
  const [undelivered, held, waiting] = await Promise.all([
    leads.undeliveredSince(),
    leads.heldSince(),
    leads.waitingSince(),
  ]);
  return { undelivered, held, waiting };
}

/** Never negative, even if clocks differ. */
const secondsFrom = (since: string | undefined, now: number): number | null =>
  since === undefined ? null : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
