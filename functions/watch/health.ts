import {
  reasons,
  stoppedAfterMs,
  type Health,
  type HealthReport,
} from '../../src/shared/health.ts';
import { bearerToken, requireAdmin } from '../auth/admins.ts';
import type { Deps, Handler } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { orInstead } from '../log/log.ts';
import { answering, json } from '../http/answer.ts';
import { isSameSecret, requireMethod, requireOwnOrigin } from '../http/request.ts';
import { keyOf } from '../delivery/say.ts';
import type { Target } from '../delivery/webhook/webhook.ts';
import type { Watch } from '../store/watch-state.ts';
import { ageMs, isCanaryFailing, oldestWaits } from './find-trouble.ts';

/**
 * How long one reading serves everyone who asks, even if the store didn't answer. Anyone may ask, and
 * Firestore bills each reading, so a flood costs six readings a minute per process. It is longer than the timeout
 * of the store, so that a store that hangs is asked once at a time.
 */
export const keptMs = 10_000;

/** Tells anyone whether the site works, and admins and monitors how long leads have been waiting. */
export function openHealth(): Handler {
  let reading: ReturnType<typeof readStore> | undefined;
  let readAt = -Infinity;

  const readOnce = (deps: Deps, now: number) => {
    if (!reading || Math.abs(now - readAt) >= keptMs) {
      readAt = now;
      reading = readStore(deps);
    }
    return reading;
  };

  return answering(async (request, deps) => {
    requireMethod(request, 'GET', 'HEAD');
    requireOwnOrigin(request);
    const isWhole = await mayReadAll(request, deps);
    const now = deps.now();
    const read = await readOnce(deps, now.getTime());
    const seconds = (time: string | null | undefined) =>
      time == null ? null : Math.floor(ageMs(time, now) / 1000);
    const looked = seconds(read?.looked);
    const visited = deps.canary.isOn ? seconds(read?.visited) : null;
    const isWrong = {
      store: !read,
      schedule: isOver(looked, stoppedAfterMs.schedule) || (deps.canary.isOn && looked === null),
      canary: isOver(visited, stoppedAfterMs.canary),
      alerts: read?.isUnheard,
    };
    const why = reasons.find((it) => isWrong[it]);
    const health: Health = why ? { status: 'not ok', why } : { status: 'ok' };
    const report: HealthReport = {
      ...health,
      store: read ? 'reachable' : 'unreachable',
      oldest_undelivered_seconds: seconds(read?.undelivered),
      oldest_held_seconds: seconds(read?.held),
      oldest_waiting_seconds: seconds(read?.waiting),
      looked_seconds: looked,
      canary_seconds: visited,
      retention_behind: read?.retentionBehind ?? false,
      canary: !deps.canary.isOn ? 'off' : read?.canaryFailing ? 'failing' : 'ok',
      version: deps.version,
    };
    return json(why ? 503 : 200, isWhole ? report : health);
  });
}

/** A wrong token is refused, so that whoever set it up notices. */
async function mayReadAll(request: Request, deps: Deps): Promise<boolean> {
  const token = bearerToken(request);
  if (token === undefined) return false;
  const isMonitor = deps.healthToken !== undefined && isSameSecret(token, deps.healthToken);
  if (!isMonitor) await requireAdmin(request, deps);
  return true;
}

const isOver = (seconds: number | null, ms: number): boolean => (seconds ?? 0) * 1000 > ms;

const readStore = (deps: Deps) =>
  orInstead(undefined, 'failure', deps.log, async () => {
    const store = await deps.store();
    const [waits, waiting, retentionBehind, watch] = await Promise.all([
      oldestWaits(store),
      store.waitingSince(),
      isRetentionBehind(store, deps),
      store.watch(),
    ]);
    return {
      ...waits,
      waiting,
      retentionBehind,
      looked: watch.looked_at,
      visited: watch.canary?.visited_at,
      canaryFailing: isCanaryFailing(watch),
      isUnheard: isUnheard(watch, deps.alerts.targets),
    };
  });

/** All alert targets failed three times; only an external monitor can report it. One mail server may serve them all. */
const isUnheard = ({ notices }: Watch, targets: readonly Target[]): boolean =>
  targets.length > 0 &&
  targets.every((it) => notices.some(({ to, tries }) => to === keyOf(it) && tries >= 3));
