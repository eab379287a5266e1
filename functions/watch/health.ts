import type { Health } from '../../src/shared/health.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { undeliveredSince } from '../store/record.ts';
import { requireMethod, requireOwnOrigin } from '../http/request.ts';
import type { Store } from '../store/port.ts';

/**
 * How long one reading serves everyone who asks. Anyone may ask, and Firestore bills up to six reads
 * for each reading, so a flood costs six readings a minute per process. It is longer than the timeout
 * of the store, so that a store that hangs is asked once at a time.
 */
export const keptMs = 10_000;

/** The canary comes hourly, and this reads what it found more often. */
export const canaryKeptMs = 30 * 60_000;

/** Since when the oldest leads have waited. */
interface Oldest {
  undelivered: string | undefined;
  held: string | undefined;
  waiting: string | undefined;
}

interface Reading {
  oldest: Oldest;
  /** The last change of any lead when this was read. */
  place: string;
  isRetentionBehind: boolean;
  /** Undefined where no canary comes. */
  canary: CanaryReading | undefined;
}

interface CanaryReading {
  isFailing: boolean;
  readAt: number;
}

/** Tells anyone whether the store can be reached and how long leads have been waiting, but never why. */
export function openHealth(): Handler {
  /** Undefined if the store didn't answer. */
  let reading: Promise<Reading | undefined> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number): Promise<Reading | undefined> => {
    if (!reading || Math.abs(now - readAt) >= keptMs) {
      readAt = now;
      reading = read(deps, reading);
    }
    return reading;
  };

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const now = deps.now();
    const read = await readOnce(deps, now.getTime());
    const health: Health = {
      store: read ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: secondsFrom(read?.oldest.undelivered, now),
      oldest_held_seconds: secondsFrom(read?.oldest.held, now),
      oldest_waiting_seconds: secondsFrom(read?.oldest.waiting, now),
      retention_behind: read?.isRetentionBehind ?? false,
      canary: canaryWord(deps, read?.canary),
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
    // Read before the oldest leads: what changes in between is read again the next time.
    const [before, place, isBehind] = await Promise.all([
      last,
      leads.lastChange(),
      isRetentionBehind(leads, deps),
    ]);
    const oldest = before?.place === place ? before.oldest : await readOldest(leads);
    const canary = deps.canary.isOn ? await readCanary(leads, before?.canary, deps) : undefined;
    return { oldest, place, isRetentionBehind: isBehind, canary };
  } catch (error) {
    deps.log(fault('failure', error));
    return undefined;
  }
}

/** No wait begins or ends without a change of a lead. */
async function readOldest(leads: Store): Promise<Oldest> {
  const [undelivered, held, waiting] = await Promise.all([
    leads.undelivered(1),
    leads.heldSince(),
    leads.waitingSince(),
  ]);
  const [oldest] = undelivered;
  return { undelivered: oldest && (undeliveredSince(oldest) ?? undefined), held, waiting };
}

async function readCanary(
  store: Store,
  before: CanaryReading | undefined,
  { now }: Deps,
): Promise<CanaryReading> {
  const readAt = now().getTime();
  if (before && Math.abs(readAt - before.readAt) < canaryKeptMs) return before;
  const { incidents } = await store.watch();
  return { isFailing: incidents.some(({ kind }) => kind === 'canary'), readAt };
}

/** Nothing is known of its visits while the store is out of reach, which the report says anyway. */
function canaryWord({ canary }: Deps, reading: CanaryReading | undefined): Health['canary'] {
  if (!canary.isOn) return 'off';
  return reading?.isFailing ? 'failing' : 'ok';
}

const secondsFrom = (since: string | undefined, now: Date): number | null =>
  since === undefined ? null : Math.floor(waitedMs(since, now) / 1000);

/**
 * How long a lead has waited. A time in the future is from before the clock was set back. The lead isn't due
 * until then, so it counts as late by the same distance.
 */
export const waitedMs = (since: string | null, now: Date): number =>
  since === null ? 0 : Math.abs(now.getTime() - Date.parse(since));
