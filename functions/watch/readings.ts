/** The readings of the watch. Firestore bills each of them every five minutes. */
import { businessMs } from '../../src/shared/company-time.ts';
import { lateAfterMs } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { keyFits } from '../opt-outs/may-contact.ts';
import { hour, later, minute } from '../durations.ts';
import type { BrowserReports } from '../store/browser-report-day.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import type { Store, Undelivered } from '../store/port.ts';
import { undeliveredSince } from '../store/record.ts';
import type { Watch } from '../store/watch-state.ts';
import { readBrowserReports } from './browser-reports.ts';
import { readArrivals, type Arrivals } from './silence.ts';

/** Undefined unless the oldest lead has waited too long. */
type Wait = { count: number; since: string } | undefined;

export interface Readings {
  watch: Watch;
  /** Whether PRIVACY_KEY is the key of the do-not-contact list. */
  isListReadable: boolean;
  deliveries: Record<'pending' | 'late' | 'failed', Undelivered>;
  isRetentionBehind: boolean;
  waits: Record<'held' | 'waiting', Wait>;
  nextCall: string | undefined;
  arrivals: Arrivals;
  browserReports: BrowserReports[];
  /** Overdue entries of the outbox, oldest first. */
  overdueMessages: OutboxEntry[];
}

/** Reads all but the watch, concurrently. Logs and leaves out a failed reading. Rejects if all fail. */
export async function readAll(store: Store, deps: SiteDeps): Promise<Partial<Readings>> {
  const { alerts, now } = deps;
  const reading: { [Name in keyof Omit<Readings, 'watch'>]: Promise<Readings[Name]> } = {
    isListReadable: keyFits(store, deps.personHash),
    deliveries: readDeliveries(store, now()),
    isRetentionBehind: isRetentionBehind(store, deps),
    waits: readWaits(store, alerts, now()),
    nextCall: store.nextCall(''),
    arrivals: alerts.watchesSilence ? readArrivals(store, now()) : Promise.resolve(noArrivals),
    browserReports: readBrowserReports(store, deps),
    overdueMessages: store.outbox('at', later(now(), -overdueAfterMs), mostOverdue),
  };
  const names = Object.keys(reading);
  const results = await Promise.allSettled(Object.values(reading));
  const faults = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (faults.length === results.length) throw faults[0];
  for (const error of faults) deps.log(fault('watch', error));
  const read = results.flatMap((result, i) =>
    result.status === 'fulfilled' ? [[names[i], result.value]] : [],
  );
  return Object.fromEntries(read) as Partial<Readings>;
}

const noArrivals: Arrivals = { last: '', usual: [] };

/** After this time, three tries have failed. */
const overdueAfterMs = 15 * minute;
export const mostOverdue = 100;

async function readDeliveries(store: Store, now: Date): Promise<Readings['deliveries']> {
  const [pending, failed] = await Promise.all([
    store.undelivered('pending', now.toISOString()),
    store.undelivered('failed', now.toISOString()),
  ]);
  const isAny = pending.oldest !== undefined || pending.damaged > 0;
  const late = isAny
    ? await store.undelivered('pending', later(now, -lateAfterMs))
    : { count: 0, oldest: undefined, damaged: 0 };
  return { pending, late, failed };
}

async function readWaits(
  store: Store,
  { heldHours, waitingHours }: SiteDeps['alerts'],
  now: Date,
): Promise<Readings['waits']> {
  const [held, waiting] = await Promise.all([store.heldSince(), store.waitingSince()]);
  const long = (since: string | undefined, hours: number) =>
    hours > 0 && since && businessMs(Date.parse(since), now.getTime()) >= hours * hour
      ? since
      : undefined;
  const [heldLong, waitingLong] = [long(held, heldHours), long(waiting, waitingHours)];
  const counts = heldLong || waitingLong ? await store.counts() : { held: 0, waiting: 0 };
  return {
    held: heldLong ? { count: counts.held, since: heldLong } : undefined,
    waiting: waitingLong ? { count: counts.waiting, since: waitingLong } : undefined,
  };
}

/** Since when the oldest leads have waited for the webhook, and the oldest held lead for a decision. */
export async function oldestWaits(store: Store) {
  const endOfTime = '9999';
  const [pending, failed, held] = await Promise.all([
    store.undelivered('pending', endOfTime),
    store.undelivered('failed', endOfTime),
    store.heldSince(),
  ]);
  const times = [pending, failed].map(({ oldest }) => oldest && undeliveredSince(oldest));
  return { undelivered: times.filter((time) => time != null).toSorted()[0], held };
}
