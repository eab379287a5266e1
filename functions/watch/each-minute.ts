import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { ConfigError } from '../unavailable.ts';
import { newWatch, type Watch } from '../store/watch-state.ts';
import { canaryTrouble, findTrouble } from './find-trouble.ts';
import { advance, dueNotice, type Mail, type Observation } from './incidents.ts';
import { sendDue } from './send-alerts.ts';

const minute = 60_000;

/**
 * Each look is also a heartbeat: it writes, so a store that refuses writes is noticed even while no lead
 * comes. The schedule may be a little early.
 */
const lookEvery = 4.5 * minute;

/** A short hiccup of the store is nobody's business. */
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
  const unnoted = new Set<string>();

  async function runOnStore(deps: SiteDeps): Promise<number> {
    const now = deps.now();
    const store = await deps.store();
    const before = outage;
    let watch = await store.watch();
    if (isLookDue(watch, before, now)) {
      const found = await findTrouble(store, deps);
      const changed = await store.changeWatch((it) =>
        // Another run may have looked meanwhile.
        isLookDue(it, before, now)
          ? advance(withOutage(it, before), [...found, ...canaryTrouble(it)], now, mailOf(deps))
          : undefined,
      );
      watch = changed ?? watch;
    }
    if (outage === before) outage = undefined;
    if (!dueNotice(watch, now)) return 0;
    return sendDue((decide) => store.changeWatch(decide), unnoted, deps);
  }

  async function runWithoutStore(error: unknown, deps: SiteDeps): Promise<number> {
    const now = deps.now();
    const known = (outage ??= { since: now, watch: newWatch });
    const isLong = now.getTime() - known.since.getTime() >= storeAfter;
    const found = error instanceof ConfigError || isLong ? [storeTrouble(error, known)] : [];
    known.watch = advance(known.watch, found, now, mailOf(deps));
    const changeKnown = (decide: (watch: Watch) => Watch | undefined) => {
      const changed = decide(known.watch);
      known.watch = changed ?? known.watch;
      return Promise.resolve(changed);
    };
    return sendDue(changeKnown, unnoted, deps);
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

function isLookDue({ looked_at }: Watch, outage: Outage | undefined, now: Date): boolean {
  if (looked_at === null) return true;
  // Only one process reports the end of an outage: the one that looks first.
  if (outage && outage.watch.incidents.length > 0) return looked_at <= outage.since.toISOString();
  return Math.abs(now.getTime() - Date.parse(looked_at)) >= lookEvery;
}

/** Adds what a process knew while the store was out of reach. */
const withOutage = (
  watch: Watch,
  { watch: more }: { watch: Watch } = { watch: newWatch },
): Watch => ({
  ...watch,
  incidents: [...watch.incidents, ...more.incidents],
  notices: [...watch.notices, ...more.notices],
});

const mailOf = ({ alerts, newId }: SiteDeps): Mail => ({
  addresses: alerts.targets.length,
  site: alerts.site,
  newId,
});

const storeTrouble = (error: unknown, { since }: Outage): Observation => ({
  kind: 'store',
  what:
    error instanceof ConfigError
      ? `The site is not set up, so no lead can be taken. ${error.message}`
      : 'The store is out of reach, so no lead can be taken.',
  since: since.toISOString(),
});
