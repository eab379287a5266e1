import { businessMs } from '../../src/shared/company-time.ts';
import type { Store } from '../store/port.ts';
import { daysBefore, hour } from '../durations.ts';

/** Fewer leads don't show the usual rate. */
const fewestLeads = 3;
/** Limit for four weeks, because each look must stay cheap. */
const mostLeads = 60;
const usualDays = 28;
const timesUsual = 3;
const leastSilence = 24 * hour;

/** Arrival times of the last lead and, only after a long silence, of the leads before it. */
export interface Arrivals {
  /** Empty if no lead ever came. */
  last: string;
  usual: readonly string[];
}

export async function readArrivals(store: Store, now: Date): Promise<Arrivals> {
  const [last = ''] = await store.arrivals('', 1);
  if (silentFor(last, now) <= leastSilence) return { last, usual: [] };
  return { last, usual: await store.arrivals(daysBefore(new Date(last), usualDays), mostLeads) };
}

const silentFor = (last: string, now: Date): number =>
  last === '' ? 0 : businessMs(Date.parse(last), now.getTime());

/** Returns a sentence if the time since the last lead is unusually long. Nights and weekends don't count. */
export function silenceIn({ last, usual: times }: Arrivals, now: Date): string | undefined {
  const first = times.at(-1);
  if (first === undefined || times.length < fewestLeads) return undefined;
  const silent = silentFor(last, now);
  const usual = businessMs(Date.parse(first), Date.parse(last)) / (times.length - 1);
  if (silent <= timesUsual * usual) return undefined;
  const hours = (ms: number) => Math.max(1, Math.round(ms / hour));
  return `No lead has come for ${hours(silent)} business hours. Usually one comes every ${hours(usual)} or so.`;
}
