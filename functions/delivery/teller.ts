/** Decides what to tell an address in NOTICE_TO, and when: each lead by itself, or how many came. */
import type { Teller, Untold } from '../store/watch-state.ts';

const minute = 60_000;
const hour = 60 * minute;

/** More leads than these in this time are one message. */
const mostSingles = 5;
const windowMs = 10 * minute;

/** The wait after each failed try. The last one is repeated until the lead is an hour old. */
const waits = [0, minute, 5 * minute, 15 * minute] as const;

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

const later = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();

/** No wait is longer than an hour: then the time is from before a clock was set back. */
export const isFree = ({ next_attempt_at: at }: Teller, now: Date): boolean =>
  at <= now.toISOString() || at > later(now, hour);

/** It has taken nothing for an hour of tries. */
export const isSilent = ({ failing_since: since }: Teller, now: Date): boolean =>
  since !== null && since <= later(now, -hour);

export const leased = (teller: Teller, now: Date): Teller => ({
  ...teller,
  next_attempt_at: later(now, leaseMs),
});

const minuteOf = (time: number): number => Math.floor(time / minute);

/** A sum waits for the next minute's run, so that it counts those who come together. */
export const isEarly = ({ leads: [first], sum }: Due, now: Date): boolean =>
  sum !== undefined && minuteOf(Date.parse(first?.at ?? '')) === minuteOf(now.getTime());

export const waiting = (teller: Teller, now: Date): Teller => ({
  ...teller,
  next_attempt_at: later(now, minute - (now.getTime() % minute)),
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
  const count = real.length + told.filter((at) => at > later(now, -windowMs)).length;
  if (next.test || count <= mostSingles) return { leads: [next] };
  const isLate = next.at < later(now, -windowMs - minute);
  return { leads: real, sum: `${count} new leads${isLate ? '' : ' in ten minutes'}.` };
}

/** After a try. Without a result, nobody had to be told of the lead any more. */
export function noted(
  teller: Teller,
  due: Due | undefined,
  isTold: boolean | undefined,
  now: Date,
): Teller {
  const at = now.toISOString();
  if (isTold === false) {
    const leads = teller.leads.filter((it) => it.at > later(now, -hour));
    // The next lead doesn't wait for one that was given up.
    const tries = leads.length > 0 ? teller.tries + 1 : 0;
    const wait = waits[Math.min(tries, waits.length - 1)] ?? hour;
    const failing_since = teller.failing_since ?? at;
    return { ...teller, leads, tries, next_attempt_at: later(now, wait), failing_since };
  }
  const ids = new Set(due?.leads.map(({ id }) => id));
  const leads = teller.leads.filter(({ id }) => !ids.has(id));
  if (isTold === undefined) return { ...teller, leads, next_attempt_at: at };
  const isTrial = due?.leads.some(({ test }) => test);
  const told = isTrial ? teller.told : [...teller.told, at].slice(-mostSingles);
  // Leads that come after a sum wait for the next one.
  const [kept, wait] = due?.sum ? [[], windowMs] : [told, 0];
  return { leads, told: kept, tries: 0, next_attempt_at: later(now, wait), failing_since: null };
}
