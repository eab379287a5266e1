import { businessMs } from '../../src/shared/company-time.ts';
import { lateAfterMs } from '../../src/shared/health.ts';
import type { SiteDeps } from '../deps.ts';
import { isRetentionBehind } from '../erasure/retention.ts';
import { undeliveredSince, type SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import type { Watch } from '../store/watch-state.ts';
import { leadsText, type Observation } from './incidents.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Each look reads so many undelivered leads at once. */
const mostUndelivered = 50;

type Look = Pick<SiteDeps, 'webhook' | 'alerts' | 'retentionDays' | 'now'>;

/** Finds out what is wrong now. With nothing wrong, Firestore bills five reads for it. */
export async function findTrouble(store: Store, deps: Look): Promise<Observation[]> {
  const found = await Promise.all([
    undelivered(store, deps),
    retention(store, deps),
    leadsThatWait(store, deps),
    silence(store, deps),
  ]);
  return [...wrongSettings(deps), ...found.flat()];
}

function wrongSettings({ alerts: { wrong }, webhook }: Look): Observation[] {
  return [
    ...(wrong.length > 0
      ? [{ kind: 'settings', what: `A setting is wrong. ${wrong.join(' ')}` } as const]
      : []),
    ...(webhook.state === 'missing'
      ? [{ kind: 'webhook', what: 'WEBHOOK_URL is not set: leads wait until it is.' } as const]
      : []),
    ...(webhook.state === 'wrong' ? [{ kind: 'webhook', what: wrongWebhook } as const] : []),
  ];
}

const wrongWebhook =
  'A WEBHOOK_ variable or SITE_URL is wrong: leads wait until it is fixed. The log says what is wrong.';

async function undelivered(store: Store, { webhook, now }: Look): Promise<Observation[]> {
  if (webhook.state !== 'set') return [];
  const oldest = await store.undelivered(mostUndelivered);
  if (oldest.length < mostUndelivered) return deliveries(oldest, now());
  // Leads that were given up long ago must not hide what goes wrong now.
  const pages = await Promise.all(
    (['failed', 'pending'] as const).map((delivery) =>
      store.page({ filter: { delivery }, limit: mostUndelivered }),
    ),
  );
  const newest = pages.flatMap(({ records }) => records.toReversed());
  const leads = new Map([...oldest, ...newest].map((it) => [it.id, it]));
  return deliveries([...leads.values()], now());
}

/** The leads come with those that have waited longest first. */
function deliveries(leads: readonly SubmissionRecord[], now: Date): Observation[] {
  const late = leads.filter((it) => waitedMs(undeliveredSince(it), now) > lateAfterMs);
  const failed = leads.filter(({ delivery }) => delivery.state === 'failed');
  const count = (leads: readonly unknown[]) => leadsText(leads.length, mostUndelivered);
  return [
    ...about('webhook', failed.filter(metGone), (gone) => {
      return `The webhook answered 410, so it is gone for good. It did not take ${count(gone)}.`;
    }),
    ...about('deliveries', late.filter(isPending), (failing) => {
      return `The webhook has not taken ${count(failing)} for ${lateAfterMs / minute} minutes or more.`;
    }),
    ...about(
      'given_up',
      late.filter((it) => !isPending(it) && !metGone(it)),
      (given) => {
        return `The webhook never took ${count(given)}, and no tries are left: resend from the inbox.`;
      },
    ),
  ];
}

const isPending = ({ delivery }: SubmissionRecord): boolean => delivery.state === 'pending';
const metGone = ({ attempts }: SubmissionRecord): boolean => attempts.at(-1)?.status === 410;

function about(
  kind: Observation['kind'],
  leads: readonly SubmissionRecord[],
  says: (leads: readonly SubmissionRecord[]) => string,
): Observation[] {
  const [first] = leads;
  return first ? [{ kind, what: says(leads), since: undeliveredSince(first) ?? undefined }] : [];
}

const retention = async (store: Store, deps: Look): Promise<Observation[]> =>
  (await isRetentionBehind(store, deps))
    ? [{ kind: 'retention', what: 'Some stored leads are older than RETENTION_DAYS allows.' }]
    : [];

async function leadsThatWait(store: Store, { alerts, now }: Look): Promise<Observation[]> {
  const { waitingHours } = alerts;
  if (waitingHours === 0) return [];
  const isLong = (since: string | undefined): since is string =>
    since !== undefined && businessMs(Date.parse(since), now().getTime()) >= waitingHours * hour;
  const [held, waiting] = await Promise.all([store.heldSince(), store.waitingSince()]);
  if (!isLong(held) && !isLong(waiting)) return [];
  const counts = await store.counts();
  const hours = `for ${waitingHours} business hours or more`;
  return [
    ...(isLong(held)
      ? [
          {
            kind: 'held',
            what: `Held as spam: ${leadsText(counts.held)}, the oldest ${hours}.`,
            since: held,
          } as const,
        ]
      : []),
    ...(isLong(waiting)
      ? [
          {
            kind: 'waiting',
            what: `Waiting for an answer: ${leadsText(counts.waiting)}, the oldest ${hours}.`,
            since: waiting,
          } as const,
        ]
      : []),
  ];
}

/** Fewer leads don't show what is usual. */
const fewestLeads = 3;
/** In four weeks, but no more than a look may cost. */
const mostLeads = 60;
const usualDays = 28;
const timesUsual = 3;
const leastSilence = 24 * hour;

/** Whether it is unusually long since the last lead. Nights and weekends don't count. */
async function silence(store: Store, { alerts, now }: Look): Promise<Observation[]> {
  if (!alerts.watchesSilence) return [];
  const [last] = await store.arrivals('', 1);
  if (last === undefined) return [];
  const silentFor = businessMs(Date.parse(last), now().getTime());
  if (silentFor <= leastSilence) return [];
  const from = new Date(Date.parse(last) - usualDays * day).toISOString();
  const times = await store.arrivals(from, mostLeads);
  const first = times.at(-1);
  if (first === undefined || times.length < fewestLeads) return [];
  const usual = businessMs(Date.parse(first), Date.parse(last)) / (times.length - 1);
  if (silentFor <= timesUsual * usual) return [];
  const hours = (ms: number) => Math.max(1, Math.round(ms / hour));
  const what = `No lead has come for ${hours(silentFor)} business hours. Usually one comes every ${hours(usual)} or so.`;
  return [{ kind: 'silence', what, since: last }];
}

/** One failure may be chance. */
const canaryFailures = 2;

export const isCanaryFailing = ({ canary }: Watch): boolean =>
  (canary?.failures ?? 0) >= canaryFailures;

/** The canary's trouble, from its last visits. */
export const canaryTrouble = (watch: Watch): Observation[] =>
  isCanaryFailing(watch)
    ? [
        {
          kind: 'canary',
          what: `The form does not work for visitors, as the canary found twice. ${watch.canary?.failure ?? ''}`,
        },
      ]
    : [];

/** Since when the oldest leads have waited for the webhook and for a decision about spam. */
export async function oldestWaits(store: Store) {
  const [[oldest], held] = await Promise.all([store.undelivered(1), store.heldSince()]);
  return { undelivered: (oldest && undeliveredSince(oldest)) ?? undefined, held };
}

/**
 * How long a lead has waited. A time in the future is from before the clock was set back. The lead isn't due
 * until then, so it counts as late by the same distance.
 */
export const waitedMs = (since: string | null, now: Date): number =>
  since === null ? 0 : Math.abs(now.getTime() - Date.parse(since));

export const waitedSeconds = (since: string, now: Date): number =>
  Math.floor(waitedMs(since, now) / 1000);
