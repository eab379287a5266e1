import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { advance, newCanary, newWatch, type Watch } from '../watch/incidents.ts';
import { changeRemembered, mailOf, sendDue } from '../watch/alerts.ts';
import { joined } from '../watch/watch.ts';
import { visit } from './visit.ts';

/** One failure may be chance. */
const failuresForAlert = 2;

/** Visits that are closer together are one: Netlify may run a schedule twice. */
const leastPause = 10 * 60_000;

/** The hourly visit: notes the result, and sends an alert when two visits have failed. Never rejects. */
export function openCanary(look: typeof visit = visit) {
  /** The result that the store could not take. */
  let aside: { watch: Watch } | undefined;
  const sent = new Set<string>();

  return async (deps: SiteDeps): Promise<{ visited: number }> => {
    if (!deps.canary.isOn) return { visited: 0 };
    const failure = await look(deps).catch((error: unknown) => {
      deps.log(fault('canary', error));
      return 'The canary itself failed.';
    });
    if (failure !== undefined) deps.log({ event: 'canary-failed', step: failure });
    try {
      const store = await deps.store();
      const before = aside;
      const watch = await store.changeWatch((it) =>
        noted(joined(it, before?.watch), failure, deps),
      );
      aside = undefined;
      if (watch && watch.notices.length > 0) {
        await sendDue((decide) => store.changeWatch(decide), sent, deps);
      }
    } catch (error) {
      deps.log(fault('canary', error));
      aside = { watch: noted(aside?.watch ?? newWatch, failure, deps) };
      await sendDue(changeRemembered(aside), sent, deps);
    }
    return { visited: 1 };
  };
}

function noted(watch: Watch, failure: string | undefined, deps: SiteDeps): Watch {
  const { canary, incidents, looked_at, looked_before } = watch;
  const now = deps.now();
  const before = canary?.failures ?? 0;
  const pause = Math.abs(now.getTime() - Date.parse(canary?.visited_at ?? '1970-01-01'));
  const failures =
    failure === undefined ? 0 : pause < leastPause ? Math.max(before, 1) : before + 1;
  const others = incidents.filter(({ kind }) => kind !== 'canary');
  const isWrong = failures >= failuresForAlert;
  const what = `The form does not work for visitors, as the canary found twice. ${failure ?? ''}`;
  const observed = isWrong ? [...others, { kind: 'canary', what } as const] : others;
  return {
    ...advance(watch, observed, now, mailOf(deps)),
    // The look has its own time.
    looked_at,
    looked_before,
    canary: { ...(canary ?? newCanary), visited_at: now.toISOString(), failures },
  };
}
