/**
 * The kinds of trouble: the readings that show each one, its sentence, and the sentence for its end. `trouble.ts` uses
 * the table to find trouble and to write alerts. The functions below the table are in its order.
 */
import { businessMs } from '../../src/shared/company-time.ts';
import { lateAfterMs, stoppedAfterMs, type TroubleKind } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { keyOf, nameOf } from '../delivery/chat-and-mail.ts';
import { rightsDays } from '../delivery/outbox.ts';
import { ageMs, hour, later, minute } from '../durations.ts';
import type { OutboxEntry } from '../store/outbox-entry.ts';
import { undeliveredSince, type SubmissionRecord } from '../store/record.ts';
import type { Watch } from '../store/watch-state.ts';
import type { Undelivered } from '../store/port.ts';
import { formTroubleIn } from './browser-reports.ts';
import { mostOverdue, type Readings } from './readings.ts';
import { silenceIn } from './silence.ts';

export type WatchSettings = Pick<
  SiteDeps,
  'alerts' | 'canary' | 'noticeTo' | 'personHash' | 'rights' | 'webhook'
>;

export interface Finding {
  /** The sentence of the alert. */
  what: string;
  /** If unknown, the trouble began when it was found. */
  since?: string | null | undefined;
  /** Number of leads, messages or addresses. When it has doubled, another alert is due. */
  count?: number;
}

export interface Trouble extends Finding {
  kind: TroubleKind;
}

type Find = (readings: Readings, settings: WatchSettings, now: Date) => Finding | undefined;

interface TroubleRow {
  /** The readings that `find` uses. If one of them failed, the trouble keeps its state. */
  needs: readonly (keyof Readings)[];
  /** Undefined if another function finds the trouble. */
  find?: Find;
  /** The sentence of the alert when it is over. */
  endSentence: string;
  /** Undefined: always on. A trouble that the settings turned off is dropped without an alert. */
  isOn?: (alerts: WatchSettings['alerts']) => boolean;
  /** Can't be solved at night, so reminders wait for business hours. */
  inBusinessHours?: true;
  /** Makes no alert. */
  inInboxOnly?: true;
}

/** To add a trouble, add its kind to `troubleSchema` and a row here. */
export const troubleKinds: Record<TroubleKind, TroubleRow> = {
  // `troubleIn` finds it, because it knows which readings failed.
  checks: { needs: [], endSentence: 'All checks for trouble work again.' },
  settings: {
    needs: [],
    find: findWrongSettings,
    endSentence: 'All settings are right again.',
  },
  opt_outs: {
    needs: ['isListReadable'],
    find: ({ isListReadable }) => (isListReadable ? undefined : { what: listUnreadable }),
    endSentence: 'The do-not-contact list can be read again.',
  },
  deliveries: {
    needs: ['deliveries'],
    find: findOverdueDeliveries,
    endSentence: 'No lead is waiting for another try now.',
  },
  given_up: {
    needs: ['deliveries'],
    find: findGivenUp,
    endSentence: 'Every lead that was given up is now delivered, archived, held or erased.',
  },
  damaged: {
    needs: ['deliveries'],
    find: findDamaged,
    endSentence: 'Every lead can be read again.',
  },
  addresses: {
    needs: ['overdueMessages', 'isListReadable'],
    find: findFailingAddresses,
    endSentence: 'Each address in NOTICE_TO and ALERT_URL takes messages again.',
  },
  rights: {
    needs: ['overdueMessages'],
    find: findLateRights,
    endSentence: 'Each message to RIGHTS_URL was taken or given up.',
  },
  // No address in ALERT_URL takes alerts.
  alerts: {
    needs: ['overdueMessages'],
    find: findUnheardAlert,
    endSentence: 'Alerts arrive again.',
    inInboxOnly: true,
  },
  canary: {
    needs: ['watch'],
    find: findCanaryTrouble,
    endSentence: 'The canary is running again, and the form works.',
  },
  browsers: {
    needs: ['browserReports'],
    find: ({ browserReports }) => {
      const what = formTroubleIn(browserReports);
      return what === undefined ? undefined : { what };
    },
    endSentence: "The form no longer fails in visitors' browsers more than usual.",
  },
  // The canary finds it with `stoppedWatch`, and each run of the schedule ends it.
  watch: { needs: [], endSentence: 'The checks run again.' },
  retention: {
    needs: ['isRetentionBehind'],
    find: ({ isRetentionBehind }) =>
      isRetentionBehind ? { what: 'Some stored leads should have been erased by now.' } : undefined,
    endSentence: 'All leads that should have been erased are erased.',
  },
  held: {
    needs: ['waits'],
    find: ({ waits: { held } }, { alerts: { heldHours } }) =>
      held && { what: `Held: ${oldestText(held.count, heldHours)}`, since: held.since },
    endSentence: 'No lead is held for too long now.',
    isOn: ({ heldHours }) => heldHours > 0,
    inBusinessHours: true,
  },
  waiting: {
    needs: ['waits'],
    find: ({ waits: { waiting } }, { alerts: { waitingHours } }) =>
      waiting && {
        what: `Waiting for an answer: ${oldestText(waiting.count, waitingHours)}`,
        since: waiting.since,
      },
    endSentence: 'No lead waits too long for an answer now.',
    isOn: ({ waitingHours }) => waitingHours > 0,
    inBusinessHours: true,
  },
  calls: {
    needs: ['nextCall'],
    find: ({ nextCall: since }, _, now) => {
      const isLate = since && businessMs(Date.parse(since), now.getTime()) >= callLateAfterMs;
      const what = `A call back is at least ${callLateAfterMs / minute} business minutes late.`;
      return isLate ? { what, since } : undefined;
    },
    endSentence: 'No call back is late now.',
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
    endSentence: 'Leads are coming in again.',
    isOn: ({ watchesSilence }) => watchesSilence,
    inBusinessHours: true,
  },
};

/** Short, because a person who named a time waits for the call. */
const callLateAfterMs = 30 * minute;

const listUnreadable =
  "The do-not-contact list can't be read, because PRIVACY_KEY is missing or was changed: no lead is sent, and new ones are held. Set it to the value that it had before and deploy; then release the held ones.";

const leadsText = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`;

const oldestText = (count: number, hours: number): string =>
  `${leadsText(count)}, the oldest for ${hours} business hours or more.`;

function findWrongSettings(_: Readings, settings: WatchSettings): Finding | undefined {
  const { wrong } = settings.alerts;
  const { state } = settings.webhook;
  const sentences = [
    ...(wrong.length > 0 ? [`A setting is wrong. ${wrong.join(' ')}`] : []),
    ...(state === 'missing' ? ['WEBHOOK_URL is not set: leads wait until it is.'] : []),
    ...(state === 'wrong'
      ? [
          'A WEBHOOK_ variable, SMTP_URL or SITE_URL is wrong: leads wait until it is fixed. The log says what is wrong.',
        ]
      : []),
  ];
  return sentences.length > 0 ? { what: sentences.join(' ') } : undefined;
}

function findOverdueDeliveries(
  { deliveries }: Readings,
  settings: WatchSettings,
): Finding | undefined {
  return aboutLeads(overdueIn(deliveries), (leads, oldest, count) => {
    if (settings.webhook.state !== 'set')
      return `No webhook is set up, but ${leads} still ${count === 1 ? 'waits' : 'wait'} for it.`;
    return isGone(oldest, settings)
      ? `${answersGone} it has not taken ${leads} yet. The tries go on; check WEBHOOK_URL.`
      : `${receiverOf(settings)} has not taken ${leads} for ${lateAfterMs / minute} minutes or more.`;
  });
}

function findGivenUp(
  { deliveries: { failed } }: Readings,
  settings: WatchSettings,
): Finding | undefined {
  return aboutLeads(failed, (leads, oldest) => {
    const subject = isGone(oldest, settings) ? `${answersGone} it` : receiverOf(settings);
    return `${subject} never took ${leads}, and no tries are left: resend from the inbox.`;
  });
}

function findDamaged({ deliveries }: Readings): Finding | undefined {
  const count = overdueIn(deliveries).damaged + deliveries.failed.damaged;
  const what = `The webhook does not get ${leadsText(count)}, because a newer version of this site or another program wrote records that can't be read here. The log has the id as damaged-record.`;
  return count > 0 ? { what, count } : undefined;
}

/** A receiver with this status has usually lost its address, and later tries don't help. */
const gone = 410;
const answersGone = `The webhook answers ${gone} (gone):`;

const isGone = (lead: SubmissionRecord, settings: WatchSettings): boolean =>
  !isMail(settings) && lead.attempts.at(-1)?.status === gone;

/** After a 410, the alert doesn't wait until the lead is late. It stays until the lead is delivered or given up. */
const overdueIn = ({ pending, late }: Readings['deliveries']): Undelivered =>
  pending.oldest?.attempts.some(({ status }) => status === gone) ? pending : late;

const isMail = ({ webhook }: WatchSettings): boolean =>
  webhook.state === 'set' && webhook.target.mail !== undefined;

const receiverOf = (settings: WatchSettings): string =>
  isMail(settings) ? 'The mail server' : 'The webhook';

function aboutLeads(
  { count, oldest }: Undelivered,
  sentence: (leads: string, oldest: SubmissionRecord, count: number) => string,
): Finding | undefined {
  if (!oldest) return undefined;
  const what = sentence(leadsText(count), oldest, count);
  return { what, since: undeliveredSince(oldest), count };
}

function findFailingAddresses(
  { overdueMessages, isListReadable }: Readings,
  { noticeTo, alerts }: WatchSettings,
  now: Date,
): Finding | undefined {
  const late = overdueMessages.filter((entry) => entry.kind !== 'rights' && isHourOld(entry, now));
  const ofKinds = (...kinds: OutboxEntry['kind'][]) =>
    late.filter(({ kind }) => kinds.includes(kind));
  // Notices wait for the do-not-contact list, which is a separate trouble.
  const noNotices = isListReadable ? lacking(ofKinds('notice', 'call'), noticeTo) : [];
  const noAlerts = lacking(ofKinds('alert'), alerts.targets);
  const sentences = [
    ...(noNotices.length > 0
      ? [
          `No notice of a new lead has reached ${noNotices.join(', ')} for an hour. The leads are in the inbox. Check NOTICE_TO.`,
        ]
      : []),
    ...(noAlerts.length > 0
      ? [`No alert has reached ${noAlerts.join(', ')} for an hour. Check ALERT_URL.`]
      : []),
  ];
  const count = noNotices.length + noAlerts.length;
  return count > 0 ? { what: sentences.join(' '), since: late[0]?.at, count } : undefined;
}

const isHourOld = ({ at }: OutboxEntry, now: Date): boolean => at <= later(now, -hour);

/** Names of the addresses that lack one of these entries. */
const lacking = (entries: readonly OutboxEntry[], targets: WatchSettings['noticeTo']): string[] => {
  const lacksOne = (key: string) => entries.some(({ mailed_to }) => !mailed_to?.includes(key));
  return targets.filter((target) => lacksOne(keyOf(target))).map(nameOf);
};

/** Also for a missing RIGHTS_URL, because each message is about a person's request. */
function findLateRights(
  { overdueMessages }: Readings,
  { rights }: WatchSettings,
  now: Date,
): Finding | undefined {
  const late = overdueMessages.filter((entry) => entry.kind === 'rights' && isHourOld(entry, now));
  const count = late.length;
  if (count === 0) return undefined;
  const number = overdueMessages.length < mostOverdue ? count : `${count} or more`;
  const messages =
    count === 1
      ? '1 message of an opt-out or erasure'
      : `${number} messages of opt-outs and erasures`;
  const why =
    rights.state === 'set'
      ? `RIGHTS_URL has not taken ${messages} for an hour or more. Check its address, and whether its receiver has the WEBHOOK_SECRET; the log has its answers.`
      : `RIGHTS_URL is missing or wrong, so ${messages} can't be sent. Set it to the address of your texting tool's receiver, and deploy.`;
  const what = `${why} Each is given up after ${rightsDays} days: tell your texting tool of those by hand, from the audit log.`;
  return { what, since: late[0]?.at, count };
}

function findUnheardAlert(
  { overdueMessages }: Readings,
  { alerts: { targets } }: WatchSettings,
): Finding | undefined {
  const isUnheard = (entry: OutboxEntry) => entry.kind === 'alert' && !entry.mailed_to?.length;
  const alert = targets.length > 0 ? overdueMessages.find(isUnheard) : undefined;
  const { status, error = `it answered ${status}` } = alert?.attempts.at(-1) ?? {};
  const what = `No address in ALERT_URL takes alerts. The last try: ${error}.`;
  return alert && { what, since: alert.at };
}

function findCanaryTrouble(
  { watch }: Readings,
  { canary }: WatchSettings,
  now: Date,
): Finding | undefined {
  const { visited_at: since = null, failure } = watch.canary ?? {};
  if (canary.isOn && ageMs(since, now) > stoppedAfterMs.canary) {
    const what = 'The canary has stopped: look at the scheduled function hourly on Netlify.';
    return { what, since };
  }
  const what = `The form failed the canary test twice in a row, so it probably fails for visitors, too. ${failure ?? ''}`;
  return isCanaryFailing(watch) ? { what } : undefined;
}

/** One failure may be chance. */
const canaryFailures = 2;

export const isCanaryFailing = ({ canary }: Watch): boolean =>
  (canary?.failures ?? 0) >= canaryFailures;

/** The trouble `watch`: the schedule doesn't run. */
export function stoppedWatch({ looked_at, canary }: Watch, now: Date): Trouble | undefined {
  const since = looked_at ?? canary?.visited_at ?? null;
  const what = 'The check for trouble has stopped: look at the scheduled function tick on Netlify.';
  return ageMs(since, now) > stoppedAfterMs.schedule ? { kind: 'watch', what, since } : undefined;
}
