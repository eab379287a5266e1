import type { SiteDeps } from '../deps.ts';
import { sendDue } from '../delivery/outbox.ts';
import { inboxAt, sendText } from '../delivery/chat-and-mail.ts';
import { fault } from '../log/log.ts';
import { ConfigError } from '../unavailable.ts';
import { dueFrom, type OutboxEntry } from '../store/outbox-entry.ts';
import type { Store } from '../store/port.ts';
import { newCanary, type CanaryState, type Watch } from '../store/watch-state.ts';
import { hour, minute, second } from '../durations.ts';
import { readAll } from './readings.ts';
import { ageMs, hostOf, stoppedWatch, told, troubleIn, type News } from './trouble.ts';

/** A run looks three times before it says that the store is out of reach. A hung store takes six seconds each time. */
const mostTries = 3;
const betweenTries = 5 * second;

/** Since the run began. Netlify ends it after 30 s, and the alert may take ten. */
const latestTry = 15 * second;

/**
 * Checks whether something is wrong with the site, and sends alerts. If the store can't be reached, it tells each
 * address directly, at most once an hour. Only a process knows that, so another one may repeat it sooner. Never
 * rejects.
 */
export function openWatch(): (deps: SiteDeps, began?: Date) => Promise<{ sent: number }> {
  let toldAt: string | undefined;

  async function tellOutage(error: unknown, deps: SiteDeps): Promise<number> {
    const now = deps.now();
    if (toldAt !== undefined && ageMs(toldAt, now) < hour) return 0;
    toldAt = now.toISOString();
    return tellAll(
      error instanceof ConfigError
        ? `The site is not set up, so no lead can be taken. ${error.message}`
        : 'The store is out of reach, so no lead can be taken.',
      deps,
    );
  }

  return async (deps, began = deps.now()) => {
    if (deps.alerts.isElsewhere) return { sent: 0 };
    for (let tries = 1; ; tries++) {
      const beganTry = deps.now();
      try {
        const sent = await look(deps);
        if (toldAt === undefined) return { sent };
        toldAt = undefined;
        return { sent: sent + (await tellAll('The store can be reached again.', deps)) };
      } catch (error) {
        deps.log(fault('watch', error));
        const now = deps.now();
        const wait = Math.max(0, betweenTries - ageMs(beganTry.toISOString(), now));
        const isLast = now.getTime() + wait > began.getTime() + latestTry;
        if (error instanceof ConfigError || tries === mostTries || (isLast && tries > 1))
          return { sent: await tellOutage(error, deps) };
        // Deliveries took the time. The next run looks again.
        if (isLast) return { sent: 0 };
        await deps.pause(wait);
      }
    }
  };
}

/** Says it to each address at once, without the store. Returns how many took it. */
async function tellAll(sentence: string, deps: SiteDeps): Promise<number> {
  const { targets, site } = deps.alerts;
  const words = { id: deps.newId(), text: `${hostOf(site)}: ${sentence}`, link: inboxAt(site) };
  const failures = await Promise.all(targets.map((it) => sendText(words, it, deps)));
  return failures.filter((it) => it === null).length;
}

/** Longer than any run. What a run saw that stood still is old. */
const longestRun = 2 * minute;

/** Looks once, and sends what there is to tell. Rejects if the store can't be read or written. */
async function look(deps: SiteDeps): Promise<number> {
  const now = deps.now();
  const store = await deps.store();
  const watch = await store.watch();
  const [readings, calls] = await Promise.all([
    readAll(store, deps),
    callsSince(watch, store, deps),
  ]);
  let entries: OutboxEntry[] = [];
  // Each look writes, so that a store that refuses writes is noticed even while no lead comes.
  await store.changeWatch(
    (it) => {
      entries = [];
      if (!isNewest(watch, it, now, deps.now())) return undefined;
      const here = withCanary(it, deps);
      const found = troubleIn({ ...readings, watch: here }, deps, now);
      const { troubles, news } = told(here.troubles, found, deps, now);
      entries = [...alerts(news, deps), ...calls];
      return { ...here, troubles, looked_at: now.toISOString() };
    },
    () => entries,
  );
  return deps.sendEntries(entries, deps);
}

/** Whether a look that began then, and read this, sees more than what is stored by now. */
function isNewest(read: Watch, stored: Watch, began: Date, now: Date): boolean {
  const { looked_at } = stored;
  const isOld = ageMs(began.toISOString(), now) > longestRun;
  // The clock of the last run may be a little ahead of this one's.
  const isBefore = began.toISOString() <= (looked_at ?? '') && ageMs(looked_at, began) < longestRun;
  return looked_at === read.looked_at && !isOld && !isBefore;
}

/** The newest alert of a trouble takes the place of one that still waits, so that none comes after the end. */
function alerts(news: readonly News[], { now }: SiteDeps): OutboxEntry[] {
  const at = now().toISOString();
  return news.map(({ kind, text }) => ({
    kind: 'alert',
    id: `alert-${kind}`,
    at,
    text,
    ...dueFrom(at),
  }));
}

/** How many are told at most. More can be found in the view of calls. */
const mostCalls = 200;

/** Notices of the calls that have become due since the last look, which is moved in the same write: each is told once. */
async function callsSince(
  { looked_at }: Watch,
  store: Store,
  { noticeTo, now }: SiteDeps,
): Promise<OutboxEntry[]> {
  if (noticeTo.length === 0 || !looked_at) return [];
  const at = now().toISOString();
  const { due } = await store.dueCalls(at, mostCalls, looked_at);
  return due.map(({ id: lead, call_back }) => {
    const call_at = call_back?.at ?? '';
    const id = `call-${lead}-${Date.parse(call_at)}`;
    return { kind: 'call', id, at, lead, call_at, ...dueFrom(at) };
  });
}

/** The canary is due from the first look on. */
const withCanary = (watch: Watch, { canary, now }: SiteDeps): Watch => ({
  ...watch,
  canary: watch.canary ?? (canary.isOn ? { ...newCanary, visited_at: now().toISOString() } : null),
});

/**
 * Notes a visit of the canary, which looks after the watch, as the watch looks after the canary. A schedule that
 * stopped sends nothing, not even the alert that it stopped.
 */
export async function noteVisit(
  noted: (before: CanaryState | null) => CanaryState,
  deps: SiteDeps,
): Promise<void> {
  const store = await deps.store();
  let entries: OutboxEntry[] = [];
  const noticed = await store.changeWatch(
    (it) => {
      const now = deps.now();
      const watch = { ...it, canary: noted(it.canary) };
      const stopped = stoppedWatch(it, now);
      entries = [];
      if (!stopped) return watch;
      const others = it.troubles.filter(({ kind }) => kind !== 'watch');
      const { troubles, news } = told(it.troubles, [...others, stopped], deps, now);
      entries = alerts(news, deps);
      return { ...watch, troubles };
    },
    () => entries,
  );
  if (noticed && stoppedWatch(noticed, deps.now())) await sendDue(deps);
}
