import {
  reasons,
  stoppedAfterMs,
  type Health,
  type HealthReport,
} from '../../src/shared/health.ts';
import { bearerToken, requireAdmin } from '../auth/admins.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { ageMs } from '../durations.ts';
import { orInstead } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { isSameSecret, requireMethod, requireOwnOrigin } from '../http/request.ts';
import { oldestWaits } from './readings.ts';
import { isCanaryFailing } from './trouble-kinds.ts';

/**
 * In ms: how long one reading serves all callers, even a failed one. Firestore bills each reading, so a flood of calls
 * without a token costs each process six documents a minute. Longer than the store's timeout: a hung store gets one
 * request at a time.
 */
export const keptMs = 10_000;

function kept<T>(read: (deps: Deps) => Promise<T>): typeof read {
  let reading: Promise<T> | undefined;
  let readAt = -Infinity;
  return (deps) => {
    const now = deps.now().getTime();
    if (!reading || Math.abs(now - readAt) >= keptMs) {
      readAt = now;
      reading = read(deps);
    }
    return reading;
  };
}

/** Anyone learns whether the site works, from one document. The report for admins and monitors takes queries. */
export function openHealth(): Handler {
  const keptWatch = kept(readWatch);
  const keptLeads = kept(readLeads);

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const isWhole = await mayReadAll(request, deps);
    const now = deps.now();
    const watch = await keptWatch(deps);
    const leads = isWhole && watch ? await keptLeads(deps) : undefined;
    const isReached = watch !== undefined && (!isWhole || leads !== undefined);
    const seconds = (time: string | null | undefined) =>
      time == null ? null : Math.floor(ageMs(time, now) / 1000);
    const looked = seconds(watch?.looked_at);
    const visited = deps.canary.isOn ? seconds(watch?.canary?.visited_at) : null;
    const isWrong = {
      store: !isReached,
      schedule: isOver(looked, stoppedAfterMs.schedule) || (deps.canary.isOn && looked === null),
      canary: isOver(visited, stoppedAfterMs.canary),
      // Only an external monitor can report that.
      alerts: watch?.troubles.some(({ kind }) => kind === 'alerts'),
    };
    const why = reasons.find((reason) => isWrong[reason]);
    const health: Health = why ? { status: 'not ok', why } : { status: 'ok' };
    if (!isWhole) return json(why ? 503 : 200, health);
    const report: HealthReport = {
      ...health,
      store: isReached ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: seconds(leads?.undelivered),
      oldest_held_seconds: seconds(leads?.held),
      oldest_waiting_seconds: seconds(leads?.waiting),
      looked_seconds: looked,
      canary_seconds: visited,
      retention_behind: leads?.retentionBehind ?? false,
      canary: !deps.canary.isOn ? 'off' : watch && isCanaryFailing(watch) ? 'failing' : 'ok',
      version: deps.version,
    };
    return json(why ? 503 : 200, report);
  });
}

/** Refuses a wrong token, because its owner must notice the mistake. */
async function mayReadAll(request: Request, deps: Deps): Promise<boolean> {
  const token = bearerToken(request);
  if (token === undefined) return false;
  const isMonitor = deps.healthToken !== undefined && isSameSecret(token, deps.healthToken);
  if (!isMonitor) await requireAdmin(request, deps);
  return true;
}

const isOver = (seconds: number | null, ms: number): boolean => (seconds ?? 0) * 1000 > ms;

const readWatch = (deps: Deps) =>
  orInstead(undefined, 'failure', deps.log, async () => (await deps.store()).watch());

const readLeads = (deps: Deps) =>
  orInstead(undefined, 'failure', deps.log, async () => {
    const store = await deps.store();
    const [waits, waiting, retentionBehind] = await Promise.all([
      oldestWaits(store),
      store.waitingSince(),
      isRetentionBehind(store, deps),
    ]);
    return { ...waits, waiting, retentionBehind };
  });
