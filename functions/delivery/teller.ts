/** What an address in NOTICE_TO is told, and when: one lead after the other, or the sum of many. */
import type { Teller, Untold } from '../store/tellers.ts';

const minute = 60_000;
const hour = 60 * minute;

/** More leads than these in this time are one message. */
const mostSingles = 5;
const windowMs = 10 * minute;

/** The wait after each failed try. The last one is repeated until the lead is an hour old. */
const waits = [minute, 5 * minute, 15 * minute] as const;

/** Longer than a try takes. If the worker dies meanwhile, another one takes over then. */
const leaseMs = minute;

/** With an address that takes nothing, leads would pile up. */
const mostWaiting = 500;

export const newTeller: Teller = {
  leads: [],
  told: [],
  tries: 0,
  next_attempt_at: new Date(0).toISOString(),
  failing_since: null,
};

/** One message: about one lead, or about all of these in one sentence. */
export interface Due {
  leads: Untold[];
  sum?: string;
}

/** What became of it. `gone`: nobody has to be told of the lead any more. */
export type Result = 'told' | 'failed' | 'gone';

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** No wait is longer than an hour: then the time is from before a clock was set back. */
export const isFree = ({ next_attempt_at: at }: Teller, now: Date): boolean =>
  at <= now.toISOString() || at > later(now, hour);

export const leased = (teller: Teller, now: Date): Teller => ({
  ...teller,
  next_attempt_at: later(now, leaseMs),
});

export const withNews = (teller: Teller, untold: readonly Untold[]): Teller => ({
  ...teller,
  leads: [...teller.leads, ...untold].slice(-mostWaiting),
});

/** Trial leads come first, and in no sum. */
export function dueOf({ leads, told }: Teller, now: Date): Due | undefined {
  const real = leads.filter(({ test }) => !test);
  const [next = real[0]] = leads.filter(({ test }) => test);
  if (!next) return undefined;
  const recent = told.filter((at) => at > later(now, -windowMs));
  const count = real.length + recent.length;
  if (next.test || count <= mostSingles) return { leads: [next] };
  const isLate = next.at < later(now, -windowMs - minute);
  const most = real.length === mostWaiting ? ' or more' : '';
  return { leads: real, sum: `${count}${most} new leads${isLate ? '' : ' in ten minutes'}.` };
}

export function noted(teller: Teller, due: Due | undefined, result: Result, now: Date): Teller {
  if (result === 'failed') return failed(teller, now);
  const at = now.toISOString();
  const ids = new Set(due?.leads.map(({ id }) => id));
  const rest = { ...teller, leads: teller.leads.filter(({ id }) => !ids.has(id)) };
  if (result === 'gone') return { ...rest, next_attempt_at: at };
  const isTrial = due?.leads.some(({ test }) => test);
  const told = isTrial ? teller.told : [...teller.told, at].slice(-mostSingles);
  return {
    ...rest,
    told: due?.sum ? [] : told,
    tries: 0,
    // What comes after a sum waits for the next one.
    next_attempt_at: due?.sum ? later(now, windowMs) : at,
    failing_since: null,
  };
}

function failed(teller: Teller, now: Date): Teller {
  const leads = teller.leads.filter(({ at }) => at > later(now, -hour));
  const wait = waits[Math.min(teller.tries, waits.length - 1)] ?? hour;
  return {
    ...teller,
    leads,
    // The next lead doesn't wait for one that was given up.
    tries: leads.length > 0 ? teller.tries + 1 : 0,
    next_attempt_at: later(now, leads.length > 0 ? wait : 0),
    failing_since: teller.failing_since ?? now.toISOString(),
  };
}

/** It has taken nothing for an hour of tries. */
export const isSilent = ({ failing_since: since }: Teller, now: Date): boolean =>
  since !== null && since <= later(now, -hour);
