import { businessDayMs, businessMs, inCompanyTime } from '../../src/shared/company-time.ts';
import type { Incident, IncidentKind } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { keyOf } from '../delivery/say.ts';
import { hour, later, minute } from '../spans.ts';
import type { Notice, OpenIncident, Watch } from '../store/watch-state.ts';

/**
 * Something that was found wrong. Without `since`, it began when it was found. `size`: how many leads it is
 * about, if more of them would be news.
 */
export interface Observation extends Pick<Incident, 'kind' | 'what'> {
  since?: string | null | undefined;
  size?: number;
}

/** An incident that lasts is reported again after this time, and then each day. */
const firstReminder = 4 * hour;

/** One that grows is reported again, but no more often. */
const growthPause = hour;

/** Nobody is there to do something about these outside of business hours, so reminders wait, too. */
const inBusinessHours: ReadonlySet<IncidentKind> = new Set(['held', 'waiting', 'calls', 'silence']);

/** If no address takes them, alerts would pile up. The newest say what matters. */
const mostNotices = 50;

/**
 * Adds the findings of a look. An incident ends when it isn't found any more: a look that can't see its end
 * has to find it again.
 */
export function advance(
  watch: Watch,
  observed: readonly Observation[],
  { now, newId, alerts }: Pick<SiteDeps, 'now' | 'newId' | 'alerts'>,
): Watch {
  const at = now().toISOString();
  const over = new Map(watch.incidents.map((it) => [it.kind, it]));
  const texts: string[] = [];
  const incidents = observed.map(({ kind, what, since, size = 0 }) => {
    const known = over.get(kind);
    over.delete(kind);
    const incident: OpenIncident = known
      ? { ...known, what, since: since ?? known.since, size: Math.min(known.size, size) }
      : { kind, what, since: since ?? at, raised_at: at, told_at: at, reminders: -1, size };
    // An address that is set up later hears of it then.
    if (alerts.targets.length === 0) return incident;
    const reminders = remindersBy(incident, now());
    const isGrown =
      size > incident.size && now().getTime() - Date.parse(incident.told_at) >= growthPause;
    if (known && !isGrown && reminders <= known.reminders) return incident;
    const how = isGrown ? ', more than before' : known ? ', still wrong' : '';
    texts.push(alertText(alerts.site, how, incident));
    return { ...incident, told_at: at, size, reminders };
  });
  for (const it of over.values()) {
    // What nobody wants to know any more isn't over, but forgotten.
    if (isWatched(it.kind, alerts)) texts.push(overText(it, alerts.site));
  }
  return { ...noticed(watch, texts, { now, newId, alerts }), incidents };
}

function noticed(
  watch: Watch,
  texts: readonly string[],
  { now, newId, alerts }: Pick<SiteDeps, 'now' | 'newId' | 'alerts'>,
): Watch {
  const next_attempt_at = now().toISOString();
  const notices = texts.flatMap((text) =>
    alerts.targets.map((target): Notice => {
      return { id: newId(), to: keyOf(target), text, tries: 0, next_attempt_at, error: null };
    }),
  );
  const { notices: waiting } = addressed(watch, alerts);
  return { ...watch, notices: [...waiting, ...notices].slice(-mostNotices) };
}

/** Without notices to an address that was taken out of the settings. */
export function addressed(watch: Watch, { targets }: Pick<SiteDeps['alerts'], 'targets'>): Watch {
  const keys = targets.map(keyOf);
  return { ...watch, notices: watch.notices.filter(({ to }) => keys.includes(to)) };
}

const isWatched = (kind: IncidentKind, alerts: SiteDeps['alerts']): boolean =>
  (kind !== 'held' || alerts.heldHours > 0) &&
  (kind !== 'waiting' || alerts.waitingHours > 0) &&
  (kind !== 'silence' || alerts.watchesSilence);

function remindersBy({ kind, raised_at }: OpenIncident, now: Date): number {
  const [from, to] = [Date.parse(raised_at), now.getTime()];
  const [lasted, day] = inBusinessHours.has(kind)
    ? [businessMs(from, to), businessDayMs]
    : [to - from, 24 * hour];
  return lasted < firstReminder ? 0 : 1 + Math.floor(lasted / day);
}

/** Longer than an attempt takes. If the worker dies meanwhile, another one takes over then. */
const leaseMs = minute;

/**
 * The wait after each failed try. The last one is repeated. The site looks every five minutes, and each wait is a
 * minute less, so that a run that is a little early doesn't leave it to the next one.
 */
const waits = [4 * minute, 4 * minute, 14 * minute, 59 * minute] as const;

/** The next notice to each address. Those of one address go out in their order. */
export function dueNotices({ notices }: Watch, now: Date): Notice[] {
  const first = new Map(notices.toReversed().map((it) => [it.to, it]));
  // No wait is this long: the time is from before a clock was set back.
  const tooFar = later(now, 2 * hour);
  return [...first.values()].filter(
    ({ next_attempt_at: at }) => at <= now.toISOString() || at > tooFar,
  );
}

/** Nobody else sends these notices while they are leased. */
export function leased(watch: Watch, due: readonly Notice[], now: Date): Watch {
  const ids = new Set(due.map(({ id }) => id));
  const next_attempt_at = later(now, leaseMs);
  return {
    ...watch,
    notices: watch.notices.map((it) => (ids.has(it.id) ? { ...it, next_attempt_at } : it)),
  };
}

/** After a try to send the notice, which failed if there is an error. */
export const tried = (watch: Watch, { id }: Notice, error: string | null, now: Date): Watch => ({
  ...watch,
  notices: watch.notices.flatMap((it) => {
    if (it.id !== id) return [it];
    if (error === null) return [];
    const wait = waits[Math.min(it.tries, waits.length - 1)] ?? hour;
    return [{ ...it, tries: it.tries + 1, next_attempt_at: later(now, wait), error }];
  }),
});

const endings: Record<IncidentKind, string> = {
  store: 'The store can be reached again.',
  checks: 'All checks for trouble work again.',
  settings: 'All settings are right again.',
  webhook: 'The setting of the webhook is right again.',
  opt_outs: 'No do-not-contact list is unreadable any more.',
  deliveries: 'No lead waits for another try any more.',
  rights: 'Each notice for RIGHTS_URL was taken or given up.',
  notices: 'Each address in NOTICE_TO takes notices of new leads again.',
  given_up: 'No lead that was given up waits any more: delivered, archived, held or erased.',
  damaged: 'Every lead can be read again.',
  canary: 'The form works again.',
  visits: 'The canary comes again.',
  watch: 'The checks run again.',
  retention: 'All leads that should have been erased are erased.',
  held: 'No lead is held for too long now.',
  waiting: 'No lead waits too long for an answer now.',
  calls: 'No call back is late any more.',
  silence: 'Leads are coming in again.',
};

/** The texts of alerts: what is wrong, since when, and where to look. */
const alertText = (site: string, how: string, { what, since }: Incident): string =>
  `${hostOf(site)}${how}: ${what} Since ${timeText(since)}.`;

const overText = ({ kind, since }: Incident, site: string): string =>
  `${hostOf(site)}: ${endings[kind]} This is over; it began on ${timeText(since)}.`;

export const testText = (site: string): string =>
  `${hostOf(site)}: This is a test alert. Nothing is wrong.`;

const hostOf = (site: string): string => new URL(site).host;
export const inboxAt = (site: string): string => new URL('/admin', site).href;

const format = inCompanyTime({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const timeText = (time: string): string =>
  format.format(Date.parse(time)).replaceAll('\u202f', ' ');
