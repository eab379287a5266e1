import { businessMs } from '../../src/shared/company-time.ts';
import { lateAfterMs, stoppedAfterMs } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { findSilentAddresses } from '../delivery/tell.ts';
import { findLateNotices } from '../delivery/notices.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { fault } from '../log/log.ts';
import { keyFits } from '../opt-outs/may-contact.ts';
import { undeliveredSince, type SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import type { Watch } from '../store/watch-state.ts';
import { hour, later, minute } from '../spans.ts';
import type { Observation } from './incidents.ts';
import { silence } from './silence.ts';

/** Finds out what is wrong now. `look.ts` notices when the store itself can't be reached. */
export async function findTrouble(store: Store, watch: Watch, deps: SiteDeps) {
  const checks = await Promise.allSettled([
    unreadableList(store, deps),
    undelivered(store, deps),
    retention(store, deps),
    leadsThatWait(store, deps),
    lateCalls(store, deps),
    silence(store, watch, deps),
    findLateNotices(store, deps),
    findSilentAddresses(store, deps),
  ]);
  const found = checks.flatMap<Observation>((it) => (it.status === 'fulfilled' ? it.value : []));
  const faults = checks.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []));
  if (faults.length === checks.length) throw faults[0];
  for (const it of faults) deps.log(fault('watch', it));
  const trouble = [...wrongSettings(deps), ...found];
  if (faults.length === 0) return trouble;
  // A check that failed doesn't say that what it once found is over.
  const seen: Observation[] = [...trouble, { kind: 'checks', what: blind }];
  return [...seen, ...watch.incidents.filter((it) => seen.every(({ kind }) => kind !== it.kind))];
}

const blind =
  'Leads are taken, but not all checks for trouble work, so some trouble would not be reported. The log says why.';

const when = (isSo: boolean, observation: Observation): Observation[] =>
  isSo ? [observation] : [];

const wrongSettings = ({ alerts: { wrong }, webhook: { state } }: SiteDeps): Observation[] => [
  ...when(wrong.length > 0, { kind: 'settings', what: `A setting is wrong. ${wrong.join(' ')}` }),
  ...when(state === 'missing', { kind: 'webhook', what: missingWebhook }),
  ...when(state === 'wrong', { kind: 'webhook', what: wrongWebhook }),
];

const missingWebhook = 'WEBHOOK_URL is not set: leads wait until it is.';
const wrongWebhook =
  'A WEBHOOK_ variable, SMTP_URL or SITE_URL is wrong: leads wait until it is fixed. The log says what is wrong.';

/** A receiver that answers so has usually lost its address, which later tries don't mend. */
const gone = 410;

/** A pending lead waits for the webhook even if none is set. */
async function undelivered(store: Store, { webhook, now }: SiteDeps): Promise<Observation[]> {
  const [all, failed] = await Promise.all([
    store.undelivered('pending', now().toISOString()),
    store.undelivered('failed', now().toISOString()),
  ]);
  // After a 410, the alert doesn't wait until the lead is late. It stays until the lead is delivered or given up.
  const isTold = !all.oldest || all.oldest.attempts.some(({ status }) => status === gone);
  const pending = isTold ? all : await store.undelivered('pending', later(now(), -lateAfterMs));
  const damaged = pending.damaged + failed.damaged;
  const mails = webhook.state === 'set' && webhook.target.mail;
  const receiver = mails ? 'The mail server' : 'The webhook';
  const isGone = (it: SubmissionRecord) => !mails && it.attempts.at(-1)?.status === gone;
  const saysGone = `The webhook answers ${gone} (gone):`;
  const unreadable = `The webhook does not get ${leadsText(damaged)}, since a newer version of this site or somebody else wrote what can't be read here. The log has the id as damaged-record.`;
  return [
    ...about('deliveries', pending, (leads, oldest) => {
      if (webhook.state !== 'set')
        return `No webhook is set up, but ${leads} still ${pending.count === 1 ? 'waits' : 'wait'} for it.`;
      return isGone(oldest)
        ? `${saysGone} it has not taken ${leads} yet. The tries go on; check WEBHOOK_URL.`
        : `${receiver} has not taken ${leads} for ${lateAfterMs / minute} minutes or more.`;
    }),
    ...about(
      'given_up',
      failed,
      (leads, oldest) =>
        `${isGone(oldest) ? `${saysGone} it` : receiver} never took ${leads}, and no tries are left: resend from the inbox.`,
    ),
    ...when(damaged > 0, { kind: 'damaged', what: unreadable, size: damaged }),
  ];
}

function about(
  kind: Observation['kind'],
  { count, oldest }: Awaited<ReturnType<Store['undelivered']>>,
  says: (leads: string, oldest: SubmissionRecord) => string,
): Observation[] {
  if (!oldest) return [];
  const what = says(leadsText(count), oldest);
  return [{ kind, what, since: undeliveredSince(oldest), size: count }];
}

const leadsText = (count: number): string =>
  count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`;

const retention = async (store: Store, deps: SiteDeps): Promise<Observation[]> =>
  when(await isRetentionBehind(store, deps), {
    kind: 'retention',
    what: 'Some stored leads should have been erased by now.',
  });

const unreadableList = async (store: Store, { personHash }: SiteDeps): Promise<Observation[]> =>
  when(!(await keyFits(store, personHash)), { kind: 'opt_outs', what: listUnreadable });

const listUnreadable =
  "The do-not-contact list can't be read, because PRIVACY_KEY is missing or was changed: no lead is sent, and new ones are held. Set it to the value that it had before and deploy; then release the held ones.";

async function leadsThatWait(store: Store, { alerts, now }: SiteDeps): Promise<Observation[]> {
  const isLong = (since: string | undefined, hours: number): boolean =>
    hours > 0 &&
    since !== undefined &&
    businessMs(Date.parse(since), now().getTime()) >= hours * hour;
  const [held, waiting] = await Promise.all([store.heldSince(), store.waitingSince()]);
  const isHeldLong = isLong(held, alerts.heldHours);
  const isWaitingLong = isLong(waiting, alerts.waitingHours);
  if (!isHeldLong && !isWaitingLong) return [];
  const counts = await store.counts();
  const oldest = (count: number, hours: number) =>
    `${leadsText(count)}, the oldest for ${hours} business hours or more.`;
  const heldText = `Held: ${oldest(counts.held, alerts.heldHours)}`;
  const waitingText = `Waiting for an answer: ${oldest(counts.waiting, alerts.waitingHours)}`;
  return [
    ...when(isHeldLong, { kind: 'held', what: heldText, since: held }),
    ...when(isWaitingLong, { kind: 'waiting', what: waitingText, since: waiting }),
  ];
}

/** A person who named a time waits for the call. */
const callLateAfterMs = 30 * minute;

async function lateCalls(store: Store, { now }: SiteDeps): Promise<Observation[]> {
  const since = await store.nextCall('');
  const isLate =
    since !== undefined && businessMs(Date.parse(since), now().getTime()) >= callLateAfterMs;
  const what = `A call back is ${callLateAfterMs / minute} business minutes late or more.`;
  return when(isLate, { kind: 'calls', what, since });
}

/** One failure may be chance. */
const canaryFailures = 2;

export const isCanaryFailing = ({ canary }: Watch): boolean =>
  (canary?.failures ?? 0) >= canaryFailures;

/** The canary's trouble, from its last visits. */
export function canaryTrouble(watch: Watch, { canary, now }: SiteDeps): Observation[] {
  const { visited_at: since = null, failure } = watch.canary ?? {};
  const isStopped = canary.isOn && ageMs(since, now()) > stoppedAfterMs.canary;
  const failing = `The form does not work for visitors, as the canary found twice. ${failure ?? ''}`;
  const stopped =
    'The canary does not come any more: look at the scheduled function hourly on Netlify.';
  return [
    ...when(isCanaryFailing(watch), { kind: 'canary', what: failing }),
    ...when(isStopped, { kind: 'visits', what: stopped, since }),
  ];
}

/** The watch's own trouble, which the canary finds when it comes. */
export function watchTrouble({ looked_at, canary }: Watch, { now }: Pick<SiteDeps, 'now'>) {
  const since = looked_at ?? canary?.visited_at ?? null;
  const isStopped = ageMs(since, now()) > stoppedAfterMs.schedule;
  const what = 'Nobody looks for trouble any more: look at the scheduled function tick on Netlify.';
  return when(isStopped, { kind: 'watch', what, since });
}

/** Since when the oldest leads have waited for the webhook, and held ones for a decision. */
export async function oldestWaits(store: Store) {
  const endOfTime = '9999';
  const [pending, failed, held] = await Promise.all([
    store.undelivered('pending', endOfTime),
    store.undelivered('failed', endOfTime),
    store.heldSince(),
  ]);
  const times = [pending, failed].map(({ oldest }) => oldest && undeliveredSince(oldest));
  return { undelivered: times.filter((it) => it != null).toSorted()[0], held };
}

/** A time in the future is from before the clock was set back. It counts as equally long ago. */
export const ageMs = (time: string | null, now: Date): number =>
  time === null ? 0 : Math.abs(now.getTime() - Date.parse(time));
