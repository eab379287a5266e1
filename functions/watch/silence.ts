import { businessMs } from '../../src/shared/company-time.ts';
import type { SiteDeps } from '../deps.ts';
import type { Store } from '../store/port.ts';
import type { Watch } from '../store/watch-state.ts';
import { daysBefore, hour } from '../spans.ts';
import type { Observation } from './incidents.ts';

/** Fewer leads don't show what is usual. */
const fewestLeads = 3;
/** In four weeks, but no more than a look may cost. */
const mostLeads = 60;
const usualDays = 28;
const timesUsual = 3;
const leastSilence = 24 * hour;

/** Whether it is unusually long since the last lead. Nights and weekends don't count. */
export async function silence(
  store: Store,
  { incidents }: Watch,
  { alerts, now }: Pick<SiteDeps, 'alerts' | 'now'>,
): Promise<Observation[]> {
  if (!alerts.watchesSilence) return [];
  const [last = ''] = await store.arrivals('', 1);
  const what = await unusualSilence(store, last, now());
  if (what !== undefined) return [{ kind: 'silence', what, since: last }];
  // An erasure may have taken the leads that showed the silence. Only a new lead ends it.
  return incidents.filter(({ kind, since }) => kind === 'silence' && last <= since);
}

async function unusualSilence(store: Store, last: string, now: Date): Promise<string | undefined> {
  const silentFor = last === '' ? 0 : businessMs(Date.parse(last), now.getTime());
  if (silentFor <= leastSilence) return undefined;
  const times = await store.arrivals(daysBefore(new Date(last), usualDays), mostLeads);
  const first = times.at(-1);
  if (first === undefined || times.length < fewestLeads) return undefined;
  const usual = businessMs(Date.parse(first), Date.parse(last)) / (times.length - 1);
  if (silentFor <= timesUsual * usual) return undefined;
  const hours = (ms: number) => Math.max(1, Math.round(ms / hour));
  return `No lead has come for ${hours(silentFor)} business hours. Usually one comes every ${hours(usual)} or so.`;
}
