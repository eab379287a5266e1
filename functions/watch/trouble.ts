/** Finds what is wrong, as a pure function of the readings, and decides which alerts to send. */
import { businessDayMs, businessMs, inCompanyTime } from '../../src/shared/company-time.ts';
import { lateAfterMs, stoppedAfterMs, type TroubleKind } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { keyOf, nameOf } from '../delivery/chat-and-mail.ts';
import { rightsDays } from '../delivery/outbox.ts';
import { hour, later, minute } from '../durations.ts';
import { formTroubleIn } from './browser-reports.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { undeliveredSince, type SubmissionRecord } from '../store/record.ts';
import type { OpenTrouble, Watch } from '../store/watch-state.ts';
import type { Undelivered } from '../store/port.ts';
import { mostUntaken, type Readings } from './readings.ts';
import { silenceIn } from './silence.ts';

type Settings = Pick<
  SiteDeps,
  'alerts' | 'canary' | 'noticeTo' | 'personHash' | 'rights' | 'webhook'
>;

/** Without `since`, it began when it was found. `count`: if the number doubles, an alert says so. */
interface Finding {
  what: string;
  since?: string | null | undefined;
  count?: number;
}

export interface Trouble extends Finding {
  kind: TroubleKind;
}

interface Row {
  /** The readings that it is found in. If one of them failed, the trouble keeps its state. */
  needs: readonly (keyof Readings)[];
  find: (readings: Readings, settings: Settings, now: Date) => Finding | undefined;
  /** Sentence of the alert about its end. */
  over: string;
  /** Whether the settings ask for it. If not, it is dropped without an alert. */
  isWanted?: (alerts: Settings['alerts']) => boolean;
  /** Can't be solved at night, so reminders wait for business hours. */
  inBusinessHours?: true;
  inInboxOnly?: true;
}

/** To add a trouble, add its kind to `troubleSchema` and a row here. */
const rows: Record<TroubleKind, Row> = {
  checks: {
    needs: [],
    // `troubleIn` finds this one itself.
    find: () => undefined,
    over: 'All checks for trouble work again.',
  },
  settings: {
    needs: [],
    find: (_, { alerts: { wrong }, webhook: { state } }) => {
      const sentences = [
        ...(wrong.length > 0 ? [`A setting is wrong. ${wrong.join(' ')}`] : []),
        ...(state === 'missing' ? ['WEBHOOK_URL is not set: leads wait until it is.'] : []),
        ...(state === 'wrong' ? [wrongWebhook] : []),
      ];
      return sentences.length > 0 ? { what: sentences.join(' ') } : undefined;
    },
    over: 'All settings are right again.',
  },
  opt_outs: {
    needs: ['isListReadable'],
    find: ({ isListReadable }) => (isListReadable ? undefined : { what: listUnreadable }),
    over: 'The do-not-contact list can be read again.',
  },
  deliveries: {
    needs: ['deliveries'],
    find: ({ deliveries }, settings) => {
      const { webhook } = settings;
      return ofLeads(overdue(deliveries), (leads, oldest, count) => {
        if (webhook.state !== 'set')
          return `No webhook is set up, but ${leads} still ${count === 1 ? 'waits' : 'wait'} for it.`;
        return isGone(oldest, settings)
          ? `${saysGone} it has not taken ${leads} yet. The tries go on; check WEBHOOK_URL.`
          : `${receiverOf(settings)} has not taken ${leads} for ${lateAfterMs / minute} minutes or more.`;
      });
    },
    over: 'No lead is waiting for another try now.',
  },
  given_up: {
    needs: ['deliveries'],
    find: ({ deliveries: { failed } }, settings) =>
      ofLeads(failed, (leads, oldest) => {
        const who = isGone(oldest, settings) ? `${saysGone} it` : receiverOf(settings);
        return `${who} never took ${leads}, and no tries are left: resend from the inbox.`;
      }),
    over: 'Every lead that was given up is now delivered, archived, held or erased.',
  },
  damaged: {
    needs: ['deliveries'],
    find: ({ deliveries }) => {
      const count = overdue(deliveries).damaged + deliveries.failed.damaged;
      const what = `The webhook does not get ${leadsText(count)}, because a newer version of this site or another program wrote records that can't be read here. The log has the id as damaged-record.`;
      return count > 0 ? { what, count } : undefined;
    },
    over: 'Every lead can be read again.',
  },
  addresses: {
    needs: ['untaken', 'isListReadable'],
    find: ({ untaken, isListReadable }, { noticeTo, alerts }, now) => {
      const late = untaken.filter(
        (entry) => entry.kind !== 'rights' && entry.at <= later(now, -hour),
      );
      // Notices wait for the do-not-contact list, which is a separate trouble.
      const withoutNotices = isListReadable ? missing(late, ['notice', 'call'], noticeTo) : [];
      const withoutAlerts = missing(late, ['alert'], alerts.targets);
      const sentences = [
        ...(withoutNotices.length > 0
          ? [
              `No notice of a new lead has reached ${withoutNotices.join(', ')} for an hour. The leads are in the inbox. Check NOTICE_TO.`,
            ]
          : []),
        ...(withoutAlerts.length > 0
          ? [`No alert has reached ${withoutAlerts.join(', ')} for an hour. Check ALERT_URL.`]
          : []),
      ];
      const count = withoutNotices.length + withoutAlerts.length;
      return count > 0 ? { what: sentences.join(' '), since: late[0]?.at, count } : undefined;
    },
    over: 'Each address in NOTICE_TO and ALERT_URL takes messages again.',
  },
  rights: {
    needs: ['untaken'],
    find: ({ untaken }, settings, now) => {
      const late = untaken.filter(
        (entry) => entry.kind === 'rights' && entry.at <= later(now, -hour),
      );
      const size = late.length;
      if (size === 0) return undefined;
      const what = rightsSentence(size, untaken.length < mostUntaken, settings);
      return { what, since: late[0]?.at, count: size };
    },
    over: 'Each message to RIGHTS_URL was taken or given up.',
  },
  alerts: {
    needs: ['untaken'],
    find: ({ untaken }, { alerts: { targets } }) => {
      const isUnheard = (entry: OutboxEntry) => entry.kind === 'alert' && !entry.mailed_to?.length;
      const alert = targets.length > 0 ? untaken.find(isUnheard) : undefined;
      const { status, error = `it answered ${status}` } = alert?.attempts.at(-1) ?? {};
      const what = `No address in ALERT_URL takes alerts. The last try: ${error}.`;
      return alert && { what, since: alert.at };
    },
    over: 'Alerts arrive again.',
    inInboxOnly: true,
  },
  canary: {
    needs: ['watch'],
    find: ({ watch }, { canary }, now) => {
      const { visited_at: since = null, failure } = watch.canary ?? {};
      if (canary.isOn && ageMs(since, now) > stoppedAfterMs.canary)
        return { what: canaryStopped, since };
      const what = `The form does not work for visitors, as the canary found twice. ${failure ?? ''}`;
      return isCanaryFailing(watch) ? { what } : undefined;
    },
    over: 'The canary comes, and the form works.',
  },
  browsers: {
    needs: ['browserReports'],
    find: ({ browserReports }) => {
      const what = formTroubleIn(browserReports);
      return what === undefined ? undefined : { what };
    },
    over: "The form no longer fails in visitors' browsers more than usual.",
  },
  watch: {
    needs: ['watch'],
    // Only the canary can find this, because each run of the schedule ends it.
    find: () => undefined,
    over: 'The checks run again.',
  },
  retention: {
    needs: ['isRetentionBehind'],
    find: ({ isRetentionBehind }) =>
      isRetentionBehind ? { what: 'Some stored leads should have been erased by now.' } : undefined,
    over: 'All leads that should have been erased are erased.',
  },
  held: {
    needs: ['waits'],
    find: ({ waits: { held } }, { alerts: { heldHours } }) =>
      held && { what: `Held: ${oldestText(held.count, heldHours)}`, since: held.since },
    over: 'No lead is held for too long now.',
    isWanted: ({ heldHours }) => heldHours > 0,
    inBusinessHours: true,
  },
  waiting: {
    needs: ['waits'],
    find: ({ waits: { waiting } }, { alerts: { waitingHours } }) =>
      waiting && {
        what: `Waiting for an answer: ${oldestText(waiting.count, waitingHours)}`,
        since: waiting.since,
      },
    over: 'No lead waits too long for an answer now.',
    isWanted: ({ waitingHours }) => waitingHours > 0,
    inBusinessHours: true,
  },
  calls: {
    needs: ['nextCall'],
    find: ({ nextCall: since }, _, now) => {
      const isLate = since && businessMs(Date.parse(since), now.getTime()) >= callLateAfterMs;
      const what = `A call back is ${callLateAfterMs / minute} business minutes late or more.`;
      return isLate ? { what, since } : undefined;
    },
    over: 'No call back is late now.',
    inBusinessHours: true,
  },
  silence: {
    needs: ['arrivals', 'watch'],
    find: ({ arrivals, watch }, _, now) => {
      const what = silenceIn(arrivals, now);
      if (what !== undefined) return { what, since: arrivals.last };
      // An erasure may have removed the leads that showed the silence. Only a new lead ends it.
      return watch.troubles.find(({ kind, since }) => kind === 'silence' && arrivals.last <= since);
    },
    over: 'Leads are coming in again.',
    isWanted: ({ watchesSilence }) => watchesSilence,
    inBusinessHours: true,
  },
};

const kinds = Object.keys(rows) as TroubleKind[];

/** If a reading failed, the troubles that it had shown stay. */
export function troubleIn(
  readings: Partial<Readings> & Pick<Readings, 'watch'>,
  settings: Settings,
  now: Date,
): Trouble[] {
  const isRead = (name: keyof Readings) => name in readings;
  const found = kinds.flatMap((kind): Trouble[] => {
    const { needs, find, isWanted } = rows[kind];
    if (isWanted?.(settings.alerts) === false) return [];
    if (!needs.every(isRead))
      return readings.watch.troubles.filter((trouble) => trouble.kind === kind);
    const finding = find(readings as Readings, settings, now);
    return finding ? [{ kind, ...finding }] : [];
  });
  const isBlind = kinds.some((kind) => !rows[kind].needs.every(isRead));
  return isBlind ? [{ kind: 'checks', what: blind }, ...found] : found;
}

const blind =
  'Leads are taken, but not all checks for trouble work, so some trouble would not be reported. The log says why.';

/** In ms: the shortest pause between two alerts about one trouble. */
const growthPause = hour;

export interface NewAlert {
  kind: TroubleKind;
  text: string;
}

/** A trouble gets an alert when it begins, each day, when its number has doubled, and when it is over. */
export function updateTroubles(
  before: readonly OpenTrouble[],
  found: readonly Trouble[],
  { alerts }: Pick<Settings, 'alerts'>,
  now: Date,
): { troubles: OpenTrouble[]; newAlerts: NewAlert[] } {
  const at = now.toISOString();
  const host = hostOf(alerts.site);
  const newAlerts: NewAlert[] = [];
  const troubles = found.map(({ kind, what, since, count }): OpenTrouble => {
    const known = before.find((trouble) => trouble.kind === kind);
    const { told_at = null, told_count = null } = known ?? {};
    const open = { kind, what, since: since ?? known?.since ?? at, told_at, told_count };
    const addition = alertAddition(open, count, now);
    // An address that is set up later gets the alert then.
    if (addition === undefined || alerts.targets.length === 0 || rows[kind].inInboxOnly)
      return open;
    newAlerts.push({ kind, text: `${host}${addition}: ${what} Since ${timeText(open.since)}.` });
    return { ...open, told_at: at, told_count: count ?? told_count };
  });
  for (const { kind, since, told_at } of before) {
    const { over, isWanted } = rows[kind];
    if (found.some((trouble) => trouble.kind === kind) || told_at === null) continue;
    if (isWanted?.(alerts) === false || alerts.targets.length === 0) continue;
    const text = `${host}: ${over} This is over; it began on ${timeText(since)}.`;
    newAlerts.push({ kind, text });
  }
  return { troubles, newAlerts };
}

/** What the alert says beside the trouble. Undefined if no alert is due. */
function alertAddition(open: OpenTrouble, count: number | undefined, now: Date) {
  const { kind, told_at, told_count } = open;
  if (told_at === null) return '';
  const age = ageMs(told_at, now);
  const isGrown = count !== undefined && told_count !== null && count >= 2 * told_count;
  if (isGrown && age >= growthPause) return ', more than before';
  const isNextDay = rows[kind].inBusinessHours
    ? businessMs(Date.parse(told_at), now.getTime()) >= businessDayMs
    : age >= 24 * hour;
  return isNextDay ? ', still wrong' : undefined;
}

/** A trouble of the schedule itself, which the canary finds. */
export function stoppedWatch({ looked_at, canary }: Watch, now: Date): Trouble | undefined {
  const since = looked_at ?? canary?.visited_at ?? null;
  const what = 'The check for trouble has stopped: look at the scheduled function tick on Netlify.';
  return ageMs(since, now) > stoppedAfterMs.schedule ? { kind: 'watch', what, since } : undefined;
}

/** A time in the future is from before a clock was set back. It counts as equally long ago. */
export const ageMs = (time: string | null, now: Date): number =>
  time === null ? 0 : Math.abs(now.getTime() - Date.parse(time));

/** One failure may be chance. */
const canaryFailures = 2;

export const isCanaryFailing = ({ canary }: Watch): boolean =>
  (canary?.failures ?? 0) >= canaryFailures;

const canaryStopped = 'The canary has stopped: look at the scheduled function hourly on Netlify.';

/** Short, because a person who named a time waits for the call. */
const callLateAfterMs = 30 * minute;

const wrongWebhook =
  'A WEBHOOK_ variable, SMTP_URL or SITE_URL is wrong: leads wait until it is fixed. The log says what is wrong.';

const listUnreadable =
  "The do-not-contact list can't be read, because PRIVACY_KEY is missing or was changed: no lead is sent, and new ones are held. Set it to the value that it had before and deploy; then release the held ones.";

/** A receiver with this status has usually lost its address, and later tries don't help. */
const gone = 410;
const saysGone = `The webhook answers ${gone} (gone):`;

/** After a 410, the alert doesn't wait until the lead is late. It stays until the lead is delivered or given up. */
const overdue = ({ pending, late }: Readings['deliveries']): Undelivered =>
  pending.oldest?.attempts.some(({ status }) => status === gone) ? pending : late;

const isMail = ({ webhook }: Settings): boolean =>
  webhook.state === 'set' && webhook.target.mail !== undefined;

const isGone = (lead: SubmissionRecord, settings: Settings): boolean =>
  !isMail(settings) && lead.attempts.at(-1)?.status === gone;

const receiverOf = (settings: Settings): string =>
  isMail(settings) ? 'The mail server' : 'The webhook';

function ofLeads(
  { count, oldest }: Undelivered,
  sentence: (leads: string, oldest: SubmissionRecord, count: number) => string,
): Finding | undefined {
  if (!oldest) return undefined;
  return {
    what: sentence(leadsText(count), oldest, count),
    since: undeliveredSince(oldest),
    count,
  };
}

const leadsText = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`;

const oldestText = (count: number, hours: number): string =>
  `${leadsText(count)}, the oldest for ${hours} business hours or more.`;

const missing = (
  late: readonly OutboxEntry[],
  kinds: readonly OutboxEntry['kind'][],
  targets: Settings['noticeTo'],
): string[] => {
  const own = late.filter(({ kind }) => kinds.includes(kind));
  const isMissing = (key: string) => own.some(({ mailed_to }) => !mailed_to?.includes(key));
  return targets.filter((target) => isMissing(keyOf(target))).map(nameOf);
};

/** Also for a missing RIGHTS_URL, because each message is about a person's request. */
function rightsSentence(size: number, isAll: boolean, { rights }: Settings): string {
  const count = isAll ? size : `${size} or more`;
  const messages =
    size === 1
      ? '1 message of an opt-out or erasure'
      : `${count} messages of opt-outs and erasures`;
  const why =
    rights.state === 'set'
      ? `RIGHTS_URL has not taken ${messages} for an hour or more. Check its address, and whether its receiver has the WEBHOOK_SECRET; the log has its answers.`
      : `RIGHTS_URL is missing or wrong, so ${messages} can't be sent. Set it to the address of your texting tool's receiver, and deploy.`;
  return `${why} Each is given up after ${rightsDays} days: tell your texting tool of those by hand, from the audit log.`;
}

export const hostOf = (site: string): string => new URL(site).host;

export const testText = (site: string): string =>
  `${hostOf(site)}: This is a test alert. Nothing is wrong.`;

const format = inCompanyTime({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

const timeText = (time: string): string =>
  format.format(Date.parse(time)).replaceAll('\u202f', ' ');
