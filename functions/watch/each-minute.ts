import type { SiteDeps } from '../deps.ts';
import { keyOf, say } from '../delivery/say.ts';
import { fault } from '../log/log.ts';
import { ConfigError } from '../unavailable.ts';
import { markOlder } from '../privacy/opt-out-list.ts';
import type { Decide, Store } from '../store/port.ts';
import { newCanary, newWatch, type Notice, type Watch } from '../store/watch-state.ts';
import { minute } from '../spans.ts';
import { canaryTrouble, findTrouble, isCanaryFailing, watchTrouble } from './find-trouble.ts';
import {
  addressed,
  advance,
  dueNotice,
  inboxAt,
  leased,
  tried,
  type Observation,
} from './incidents.ts';

/** The schedule may be a little early. */
const lookEvery = 4.5 * minute;

/** A short hiccup of the store is worth no alert. */
const storeAfter = 3 * minute;

/** One process keeps this while the store can't. */
interface Outage {
  since: Date;
  watch: Watch;
}

/**
 * Checks whether something is wrong with the site, and sends alerts. The store keeps what is known, so that
 * it survives restarts, and so that only one of several runs does each thing. Never rejects.
 */
export function openWatch(): (deps: SiteDeps) => Promise<{ sent: number }> {
  let outage: Outage | undefined;

  async function runOnStore(deps: SiteDeps): Promise<number> {
    const now = deps.now();
    const store = await deps.store();
    const before = outage;
    let watch = await beat(store, deps);
    if (isLookDue(watch, before, now)) {
      const optOuts = await store.optOutList();
      await markOlder(optOuts, store, deps.personHash);
      const found = await findTrouble(store, watch, optOuts, deps);
      const changed = await store.changeWatch((it) => {
        // Another run has looked meanwhile, and what it saw is newer if this one stood still.
        if (it.looked_at !== watch.looked_at) return undefined;
        const seen = [...found, ...canaryTrouble(it, deps)].map((one) => [one.kind, one] as const);
        const looked = advance(withOutage(it, before?.watch), [...new Map(seen).values()], deps);
        return { ...looked, looked_at: now.toISOString() };
      });
      watch = changed ?? watch;
    }
    if (outage === before) outage = undefined;
    if (!dueNotice(watch, deps.now())) return 0;
    return sendDue((decide) => store.changeWatch(decide), deps);
  }

  async function runWithoutStore(error: unknown, deps: SiteDeps): Promise<number> {
    const now = deps.now();
    const known = (outage ??= { since: now, watch: newWatch });
    const isLong = now.getTime() - known.since.getTime() >= storeAfter;
    const found = error instanceof ConfigError || isLong ? [storeTrouble(error, known)] : [];
    known.watch = advance(known.watch, found, deps);
    const changeKnown = (decide: Decide<Watch>) => {
      const changed = decide(known.watch);
      known.watch = changed ?? known.watch;
      return Promise.resolve(changed);
    };
    return sendDue(changeKnown, deps);
  }

  return async (deps) => {
    if (deps.alerts.isElsewhere) return { sent: 0 };
    try {
      return { sent: await runOnStore(deps) };
    } catch (error) {
      deps.log(fault('watch', error));
      return { sent: await runWithoutStore(error, deps) };
    }
  };
}

/**
 * Writes each minute, so that a store that refuses writes is noticed even while no lead comes. The canary
 * is due from the first beat on.
 */
async function beat(store: Store, { now, canary }: SiteDeps): Promise<Watch> {
  const at = now().toISOString();
  const first = canary.isOn ? { ...newCanary, visited_at: at } : null;
  const watch = await store.changeWatch((it) => ({
    ...it,
    beat_at: at,
    canary: it.canary ?? first,
  }));
  return watch ?? newWatch;
}

function isLookDue(watch: Watch, outage: Outage | undefined, now: Date): boolean {
  const { looked_at, incidents } = watch;
  if (looked_at === null) return true;
  // The process that reported an outage reports its end.
  if (outage && outage.watch.incidents.length > 0) return true;
  // A visit of the canary is news.
  if (isCanaryFailing(watch) !== incidents.some(({ kind }) => kind === 'canary')) return true;
  return Math.abs(now.getTime() - Date.parse(looked_at)) >= lookEvery;
}

/** No alert is begun later in a run. Each may take ten seconds, and Netlify ends a run after thirty. */
const latestAlert = 10_000;
const mostAtOnce = 10;

/**
 * Sends what is due, and returns how many were sent. Nobody else sends a notice that this run has leased. If the
 * store can't note that one was sent, it comes again.
 */
export async function sendDue(change: Store['changeWatch'], deps: SiteDeps): Promise<number> {
  let sent = 0;
  const until = deps.now().getTime() + latestAlert;
  for (let count = 0; count < mostAtOnce && deps.now().getTime() <= until; count++) {
    const due: { notice: Notice | undefined } = { notice: undefined };
    await change((it) => {
      const here = addressed(it, deps.alerts);
      due.notice = dueNotice(here, deps.now());
      return due.notice && leased(here, due.notice, deps.now());
    });
    const { notice } = due;
    const target = deps.alerts.targets.find((it) => keyOf(it) === notice?.to);
    if (!notice || !target) break;
    const { id, text } = notice;
    const link = inboxAt(deps.alerts.site);
    const error = await say('alert', { id, text, link }, target, deps);
    await change((it) => tried(it, notice, error, deps.now()));
    if (error === null) sent += 1;
  }
  return sent;
}

/** Adds what a process knew while the store was out of reach. */
const withOutage = (watch: Watch, { incidents, notices } = newWatch): Watch => ({
  ...watch,
  incidents: [...watch.incidents, ...incidents],
  notices: [...watch.notices, ...notices],
});

const storeTrouble = (error: unknown, { since }: Outage): Observation => ({
  kind: 'store',
  what:
    error instanceof ConfigError
      ? `The site is not set up, so no lead can be taken. ${error.message}`
      : 'The store is out of reach, so no lead can be taken.',
  since: since.toISOString(),
});

/** The canary looks after the watch, as the watch looks after the canary. */
export function withWatchTrouble(watch: Watch, deps: SiteDeps): Watch {
  const found = watchTrouble(watch, deps);
  const others = watch.incidents.filter(({ kind }) => kind !== 'watch');
  return found.length > 0 ? advance(watch, [...others, ...found], deps) : watch;
}
