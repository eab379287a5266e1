import type { SiteDeps } from '../deps.ts';
import { sendDue } from '../delivery/outbox.ts';
import { inboxAt, sendText } from '../delivery/chat-and-mail.ts';
import { fault } from '../log/log.ts';
import { ConfigError } from '../unavailable.ts';
import { dueFrom, type OutboxEntry } from '../store/outbox-entry.ts';
import type { Store } from '../store/port.ts';
import { newCanary, type CanaryState, type Watch } from '../store/watch-state.ts';
import { ageMs, hour, minute, second } from '../durations.ts';
import { readAll } from './readings.ts';
import { hostOf, updateTroubles, troubleIn, type NewAlert } from './trouble.ts';
import { stoppedWatch } from './trouble-kinds.ts';

/** Looks before the store counts as unreachable. A hung store takes six seconds each time. */
const mostTries = 3;
const betweenTries = 5 * second;

/** In ms after the start of the run. Netlify ends it after 30 s, and the alert may take ten. */
const latestTry = 15 * second;

/**
 * Looks for trouble and sends alerts. If the store can't be reached, it sends to each address directly, at most once an
 * hour. Only the process remembers that, so another one may repeat it sooner. Never rejects.
 */
export function openWatch(): (deps: SiteDeps, began?: Date) => Promise<{ sent: number }> {
  let reportedAt: string | undefined;

  async function reportOutage(error: unknown, deps: SiteDeps): Promise<number> {
    const now = deps.now();
    if (reportedAt !== undefined && ageMs(reportedAt, now) < hour) return 0;
    reportedAt = now.toISOString();
    return sendToAll(
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
        if (reportedAt === undefined) return { sent };
        reportedAt = undefined;
        return { sent: sent + (await sendToAll('The store can be reached again.', deps)) };
      } catch (error) {
        deps.log(fault('watch', error));
        const now = deps.now();
        const wait = Math.max(0, betweenTries - ageMs(beganTry.toISOString(), now));
        const isLast = now.getTime() + wait > began.getTime() + latestTry;
        if (error instanceof ConfigError || tries === mostTries || (isLast && tries > 1))
          return { sent: await reportOutage(error, deps) };
        // Deliveries used up the time. The next run looks again.
        if (isLast) return { sent: 0 };
        await deps.pause(wait);
      }
    }
  };
}

/** Sends directly, without the store. Returns how many addresses took the message. */
async function sendToAll(sentence: string, deps: SiteDeps): Promise<number> {
  const { targets, site } = deps.alerts;
  const words = { id: deps.newId(), text: `${hostOf(site)}: ${sentence}`, link: inboxAt(site) };
  const failures = await Promise.all(targets.map((target) => sendText(words, target, deps)));
  return failures.filter((failure) => failure === null).length;
}

/** In ms, longer than any run. If a run was frozen for this long, its readings are outdated. */
const longestRun = 2 * minute;

/** Rejects if the store can't be read or written. */
async function look(deps: SiteDeps): Promise<number> {
  const now = deps.now();
  const store = await deps.store();
  const watch = await store.watch();
  const [readings, calls] = await Promise.all([
    readAll(store, deps),
    callsSince(watch, store, deps),
  ]);
  let entries: OutboxEntry[] = [];
  // Each look writes, because a store that refuses writes must be noticed even if no lead comes.
  await store.changeWatch(
    (stored) => {
      entries = [];
      if (!isNewest(watch, stored, now, deps.now())) return undefined;
      const here = withCanary(stored, deps);
      const found = troubleIn({ ...readings, watch: here }, deps, now);
      const { troubles, newAlerts } = updateTroubles(here.troubles, found, deps, now);
      entries = [...alertEntries(newAlerts, deps), ...calls];
      return { ...here, troubles, looked_at: now.toISOString() };
    },
    () => entries,
  );
  return deps.sendEntries(entries, deps);
}

/** Whether the readings of a look that began then are newer than the stored state. */
function isNewest(read: Watch, stored: Watch, began: Date, now: Date): boolean {
  const { looked_at } = stored;
  const isOld = ageMs(began.toISOString(), now) > longestRun;
  // The clock of the last run may be a little ahead of this one's.
  const isBefore = began.toISOString() <= (looked_at ?? '') && ageMs(looked_at, began) < longestRun;
  return looked_at === read.looked_at && !isOld && !isBefore;
}

/** A trouble's newest alert replaces a waiting one, so that no old alert arrives after the trouble has ended. */
function alertEntries(newAlerts: readonly NewAlert[], { now }: SiteDeps): OutboxEntry[] {
  const at = now().toISOString();
  return newAlerts.map(({ kind, text }) => ({
    kind: 'alert',
    id: `alert-${kind}`,
    at,
    text,
    ...dueFrom(at),
  }));
}

/** Limit for one look. The view of calls shows all of them. */
const mostCalls = 200;

/** Notices of calls due since the last look. The same write moves `looked_at`, so each call gets one notice. */
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

/** The first look starts the canary's clock. */
const withCanary = (watch: Watch, { canary, now }: SiteDeps): Watch => ({
  ...watch,
  canary: watch.canary ?? (canary.isOn ? { ...newCanary, visited_at: now().toISOString() } : null),
});

/** The canary also checks the watch: a stopped schedule can't send the alert that it stopped. */
export async function noteVisit(
  afterVisit: (before: CanaryState | null) => CanaryState,
  deps: SiteDeps,
): Promise<void> {
  const store = await deps.store();
  let entries: OutboxEntry[] = [];
  const changed = await store.changeWatch(
    (stored) => {
      const now = deps.now();
      const watch = { ...stored, canary: afterVisit(stored.canary) };
      const stopped = stoppedWatch(stored, now);
      entries = [];
      if (!stopped) return watch;
      const others = stored.troubles.filter(({ kind }) => kind !== 'watch');
      const { troubles, newAlerts } = updateTroubles(
        stored.troubles,
        [...others, stopped],
        deps,
        now,
      );
      entries = alertEntries(newAlerts, deps);
      return { ...watch, troubles };
    },
    () => entries,
  );
  if (changed && stoppedWatch(changed, deps.now())) await sendDue(deps);
}
