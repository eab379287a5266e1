import { retryDeliveries } from '../delivery/retry.ts';
import type { SiteDeps } from '../deps.ts';
import { fault, isFault } from '../log/log.ts';
import { ConfigError } from '../settings/variables.ts';
import type { Store } from '../store/port.ts';
import { changeRemembered, mailOf, sendDue } from './alerts.ts';
import { advance, dueNotice, newWatch, type Observation, type Watch } from './incidents.ts';
import { look, withoutReading } from './look.ts';

const minute = 60_000;

/** A look costs reads, so the site looks hourly. The schedule may be a little early. */
const lookEvery = 59.5 * minute;

/** While something is wrong, or may be. */
const lookAgainEvery = 4.5 * minute;

/** A local site runs the schedule each second. */
const leastPause = 25_000;

/** A lead that failed since is late enough for an alert by then. */
const suspiciousFor = 20 * minute;

/** A short hiccup of the store is nobody's business. */
const storeAfter = 3 * minute;

/** This process remembers it while the store can't. */
interface Outage {
  since: Date;
  watch: Watch;
}

/** The work of each minute: deliveries that are due, and beside them the watch. Never rejects. */
export function openSchedule(): (deps: SiteDeps) => Promise<{ attempted: number }> {
  const watch = new Watcher();
  return async (deps) => {
    let faults = 0;
    const log: SiteDeps['log'] = (event) => {
      if (isFault(event)) faults += 1;
      deps.log(event);
    };
    const [attempted] = await Promise.all([retryDeliveries({ ...deps, log }), watch.run(deps)]);
    // A visitor's own call makes the first attempt. If the schedule has to make one, that failed.
    if (attempted > 0 || faults > 0) watch.suspect(deps.now());
    return { attempted };
  };
}

/**
 * Checks whether something is wrong with the site, and sends alerts. The store keeps what is known, so that
 * it survives restarts, and so that only one of several runs does each thing. This process remembers only
 * that the store itself is out of reach.
 */
class Watcher {
  #known: Watch | undefined;
  #outage: Outage | undefined;
  #suspectedAt = -Infinity;
  #runs = 0;
  #ranAt = -Infinity;
  readonly #sent = new Set<string>();

  suspect(now: Date): void {
    this.#suspectedAt = now.getTime();
  }

  async run(deps: SiteDeps): Promise<void> {
    this.#runs += 1;
    if (deps.alerts.isElsewhere) return;
    const now = deps.now().getTime();
    if (Math.abs(now - this.#ranAt) < leastPause) return;
    this.#ranAt = now;
    try {
      await this.#inStore(deps);
    } catch (error) {
      deps.log(fault('watch', error));
      await this.#withoutStore(error, deps);
    }
  }

  async #inStore(deps: SiteDeps): Promise<void> {
    const now = deps.now();
    const before = this.#outage;
    if (!before && this.#isCalm(deps, now) && !this.#isLookDue(this.#known, deps, now)) return;
    const store = await deps.store();
    if (before || !this.#isCalm(deps, now)) this.#known = await store.watch();
    const isOurs = (it: Watch | undefined): boolean =>
      before && before.watch.incidents.length > 0
        ? // Another process may have come first after the outage.
          (it?.looked_at ?? '') <= before.since.toISOString()
        : this.#isLookDue(it, deps, now);
    const change = this.#changing(store);
    if (isOurs(this.#known)) {
      const observed = await look(store, deps);
      const runs = this.#runs;
      await change((it) =>
        isOurs(it)
          ? {
              ...advance(
                joined(it, before?.watch),
                [...observed, ...canarys(it)],
                now,
                mailOf(deps),
              ),
              runs,
            }
          : undefined,
      );
      this.#runs = 0;
    }
    if (this.#outage === before) this.#outage = undefined;
    if (this.#known && dueNotice(this.#known, now)) await sendDue(change, this.#sent, deps);
  }

  async #withoutStore(error: unknown, deps: SiteDeps): Promise<void> {
    const now = deps.now();
    const outage = (this.#outage ??= { since: now, watch: newWatch });
    const isLong = now.getTime() - outage.since.getTime() >= storeAfter;
    const observed = error instanceof ConfigError || isLong ? [outOfReach(error, outage)] : [];
    outage.watch = advance(outage.watch, observed, now, mailOf(deps));
    await sendDue(changeRemembered(outage), this.#sent, deps);
  }

  /** Nothing was wrong lately, and the deliveries of this minute read the store anyway. */
  #isCalm({ webhook }: SiteDeps, now: Date): boolean {
    const { incidents, notices } = this.#known ?? {};
    return (
      incidents?.length === 0 &&
      notices?.length === 0 &&
      webhook.state === 'set' &&
      !this.#isSuspicious(now)
    );
  }

  #isSuspicious(now: Date): boolean {
    return now.getTime() - this.#suspectedAt < suspiciousFor;
  }

  #isLookDue(watch: Watch | undefined, deps: SiteDeps, now: Date): boolean {
    const { looked_at, incidents, notices } = watch ?? newWatch;
    if (looked_at === null) return true;
    const isUnknown = ({ kind }: Observation) => incidents.every((it) => it.kind !== kind);
    if (withoutReading(deps).some(isUnknown)) return true;
    const isTrouble = incidents.length + notices.length > 0 || this.#isSuspicious(now);
    const passed = Math.abs(now.getTime() - Date.parse(looked_at));
    return passed >= (isTrouble ? lookAgainEvery : lookEvery);
  }

  /** Remembers what is stored. */
  #changing(store: Store): Store['changeWatch'] {
    return async (decide) => {
      const changed = await store.changeWatch((it) => {
        this.#known = it;
        return decide(it);
      });
      this.#known = changed ?? this.#known;
      return changed;
    };
  }
}

/** Only the canary knows whether this is over. */
const canarys = ({ incidents }: Watch): Observation[] =>
  incidents.filter(({ kind }) => kind === 'canary');

/** Adds what a process remembered while the store was out of reach. */
export const joined = (watch: Watch, more = newWatch): Watch => ({
  ...watch,
  canary: more.canary ? { ...more.canary, nonces: watch.canary?.nonces ?? [] } : watch.canary,
  incidents: [...watch.incidents, ...more.incidents],
  notices: [...watch.notices, ...more.notices],
});

const outOfReach = (error: unknown, { since }: Outage): Observation => ({
  kind: 'store',
  what:
    error instanceof ConfigError
      ? `The site is not set up, so no lead can be taken. ${error.message}`
      : 'The store is out of reach, so no lead can be taken.',
  since: since.toISOString(),
});
