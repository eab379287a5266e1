import { businessMs, companyTimeZone } from '../../src/shared/company-time.ts';
import type { Incident, IncidentKind } from '../../src/shared/health.ts';
import type { Notice, Watch } from '../store/watch-state.ts';

/** Something that was found wrong. Without `since`, it is wrong since it was found. */
export type Observation = Pick<Incident, 'kind' | 'what'> & { since?: string | undefined };

/** The addresses of alerts, and the site that they link to. */
export interface Mail {
  addresses: number;
  site: string;
  newId: () => string;
}

const minute = 60_000;
const hour = 60 * minute;

/** An incident that lasts is reported again after so many hours. */
const reminderHours = [4, 24] as const;

/** Nobody is there to do something about these outside of business hours, so reminders wait, too. */
const inBusinessHours: ReadonlySet<IncidentKind> = new Set(['held', 'waiting', 'silence']);

/** With nobody who takes them, alerts would pile up; the newest say what matters. */
const mostNotices = 50;

/** Adds the findings of a look: one alert when an incident begins, and one when it ends. */
export function advance(
  watch: Watch,
  observed: readonly Observation[],
  now: Date,
  mail: Mail,
): Watch {
  const at = now.toISOString();
  const over = new Map(watch.incidents.map((it) => [it.kind, it]));
  const texts: string[] = [];
  const incidents = observed.map(({ kind, what, since }) => {
    const known = over.get(kind);
    over.delete(kind);
    if (!known) {
      const incident = { kind, what, since: since ?? at, raised_at: at, reminders: 0 };
      texts.push(raisedText(incident, mail.site));
      return incident;
    }
    const incident = { ...known, what, since: since ?? known.since };
    const reminders = remindersBy(incident, now);
    if (reminders <= known.reminders) return incident;
    texts.push(reminderText(incident, reminderHours[reminders - 1] ?? 0, mail.site));
    return { ...incident, reminders };
  });
  for (const it of over.values()) texts.push(overText(it, mail.site));
  const notices = texts.flatMap((text) =>
    Array.from({ length: mail.addresses }, (_, to): Notice => {
      return { id: mail.newId(), to, text, tries: 0, next_attempt_at: at, error: null };
    }),
  );
  // An address may have been removed from the settings.
  const waiting = watch.notices.filter(({ to }) => to < mail.addresses);
  return {
    looked_at: at,
    looked_before: watch.looked_at,
    canary: watch.canary,
    incidents,
    notices: [...waiting, ...notices].slice(-mostNotices),
  };
}

function remindersBy({ kind, raised_at }: Watch['incidents'][number], now: Date): number {
  const [from, to] = [Date.parse(raised_at), now.getTime()];
  const lasted = inBusinessHours.has(kind) ? businessMs(from, to) : to - from;
  return reminderHours.filter((it) => lasted >= it * hour).length;
}

/** Longer than an attempt takes. If the worker dies meanwhile, another one takes over then. */
const leaseMs = minute;

/** The wait after each failed try. The last one is repeated. */
const waits = [minute, 5 * minute, 15 * minute, hour] as const;

/** The next notice to send. Those of one address go out in their order. */
export function dueNotice({ notices }: Watch, now: Date): Notice | undefined {
  const first = new Map(notices.toReversed().map((it) => [it.to, it]));
  // No wait is this long: the time is from before a clock was set back.
  const tooFar = later(now, 2 * hour);
  return [...first.values()].find(
    ({ next_attempt_at: at }) => at <= now.toISOString() || at > tooFar,
  );
}

/** Nobody else sends the notice while it is leased. */
export const leased = (watch: Watch, { id }: Notice, now: Date): Watch => ({
  ...watch,
  notices: watch.notices.map((it) =>
    it.id === id ? { ...it, next_attempt_at: later(now, leaseMs) } : it,
  ),
});

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

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

const endings: Record<IncidentKind, string> = {
  store: 'The store can be reached again.',
  settings: 'All settings are right again.',
  webhook: 'The webhook is set up again.',
  deliveries: 'No lead waits for the webhook any more.',
  given_up: 'Every lead that was given up has been delivered or erased.',
  canary: 'The form works again.',
  retention: 'No lead is older than RETENTION_DAYS allows any more.',
  held: 'No lead is held for too long now.',
  waiting: 'No lead waits too long for an answer now.',
  silence: 'Leads are coming in again.',
};

/** The texts of alerts: what is wrong, since when, and where to look. */
const raisedText = (incident: Incident, site: string): string =>
  `${hostOf(site)}: ${incident.what} ${sinceText(incident)} ${inboxAt(site)}`;

const reminderText = (incident: Incident, hours: number, site: string): string =>
  `${hostOf(site)}, still the same after ${hours} hours: ${incident.what} ${sinceText(incident)} ${inboxAt(site)}`;

const overText = ({ kind, since }: Incident, site: string): string =>
  `${hostOf(site)}: ${endings[kind]} This is over; it began on ${timeText(since)}. ${inboxAt(site)}`;

export const testText = (site: string): string =>
  `${hostOf(site)}: This is a test alert. Nothing is wrong. ${inboxAt(site)}`;

const hostOf = (site: string): string => new URL(site).host;
const inboxAt = (site: string): string => new URL('/admin', site).href;
const sinceText = ({ since }: Incident): string => `Since ${timeText(since)}.`;

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const timeText = (time: string): string =>
  format.format(Date.parse(time)).replaceAll('\u202f', ' ');

/** For one, or a number of them up to the most that were read. */
export const leadsText = (count: number, most = Infinity): string =>
  count === 1
    ? '1 lead'
    : `${count.toLocaleString('en-US')}${count >= most ? ' or more' : ''} leads`;
