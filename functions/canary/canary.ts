import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { newCanary, type CanaryState } from '../store/watch-state.ts';
import { visit } from './visit.ts';

/** Visits that are closer together are one: Netlify may run a schedule twice. */
const leastPause = 10 * 60_000;

/** The hourly visit. It notes its result, and the watch sends the alerts. Never rejects. */
export async function canary(deps: SiteDeps, look = visit): Promise<{ visited: number }> {
  if (!deps.canary.isOn) return { visited: 0 };
  try {
    const failure = await look(deps).catch((error: unknown) => {
      deps.log(fault('canary', error));
      return 'The canary itself failed.';
    });
    if (failure !== undefined) deps.log({ event: 'canary-failed', step: failure });
    const store = await deps.store();
    await store.changeWatch((it) => ({ ...it, canary: noted(it.canary, failure, deps.now()) }));
  } catch (error) {
    deps.log(fault('canary', error));
  }
  return { visited: 1 };
}

function noted(canary: CanaryState | null, failure: string | undefined, now: Date): CanaryState {
  const before = canary ?? newCanary;
  const visited_at = now.toISOString();
  if (failure === undefined) return { ...before, visited_at, failures: 0, failure: null };
  const pause = Math.abs(now.getTime() - Date.parse(before.visited_at ?? '1970-01-01'));
  const failures = pause < leastPause ? Math.max(before.failures, 1) : before.failures + 1;
  return { ...before, visited_at, failures, failure };
}
