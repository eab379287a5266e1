import type { SiteDeps } from '../deps.ts';
import { keyOf, say } from '../delivery/say.ts';
import { fault } from '../log/log.ts';
import { ConfigError } from '../unavailable.ts';
import type { Decide, Store } from '../store/port.ts';
import { newCanary, newWatch, type Notice, type Watch } from '../store/watch-state.ts';
import { minute } from '../spans.ts';
import { canaryTrouble, findTrouble, watchTrouble } from './find-trouble.ts';
import {
  addressed,
  advance,
  dueNotices,
  inboxAt,
  leased,
  tried,
  type Observation,
} from './incidents.ts';

/**
 * A short hiccup of the store is worth no alert: a second look has to fail. This is less than the five minutes between
 * two looks, and more than between two that Netlify starts at once.
 */
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
    const watch = await store.watch();
    const found = await findTrouble(store, watch, deps);
    // Each look writes, so that a store that refuses writes is noticed even while no lead comes.
    const looked = await store.changeWatch((it) => {
      // Another run has looked in between, and what it saw is newer if this one stood still.
      if (it.looked_at !== watch.looked_at) return undefined;
      const here = withOutage(withCanary(it, deps), before?.watch);
      const seen = [...found, ...canaryTrouble(here, deps)].map((one) => [one.kind, one] as const);
      return {
        ...advance(here, [...new Map(seen).values()], deps),
        looked_at: now.toISOString(),
      };
    });
    if (looked && outage === before) outage = undefined;
    if (dueNotices(looked ?? watch, deps.now()).length === 0) return 0;
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

/** The canary is due from the first look on. */
const withCanary = (watch: Watch, { canary, now }: SiteDeps): Watch => ({
  ...watch,
  canary: watch.canary ?? (canary.isOn ? { ...newCanary, visited_at: now().toISOString() } : null),
});

/**
 * No alert is begun later. Each may take ten seconds, Netlify ends a run after thirty, and the deliveries before the
 * look may have taken fifteen.
 */
const latestAlert = 5000;
const mostForOne = 10;

/**
 * Sends what is due to all addresses at once, and returns how many alerts were sent. Nobody else sends a notice that
 * this run has leased. If the store can't note that one was sent, it comes again.
 */
export async function sendDue(change: Store['changeWatch'], deps: SiteDeps): Promise<number> {
  const { alerts, now } = deps;
  const link = inboxAt(alerts.site);
  const send = async ({ id, text, to }: Notice) => {
    const target = alerts.targets.find((it) => keyOf(it) === to);
    return target ? say('alert', { id, text, link }, target, deps) : null;
  };
  let sent = 0;
  const until = now().getTime() + latestAlert;
  for (let count = 0; count < mostForOne && now().getTime() <= until; count++) {
    const due: Notice[] = [];
    await change((it) => {
      const here = addressed(it, alerts);
      due.splice(0, due.length, ...dueNotices(here, now()));
      return due.length > 0 ? leased(here, due, now()) : undefined;
    });
    if (due.length === 0) break;
    const errors = await Promise.all(due.map(send));
    await change((it) =>
      due.reduce((watch, notice, i) => tried(watch, notice, errors[i] ?? null, now()), it),
    );
    sent += errors.filter((it) => it === null).length;
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
