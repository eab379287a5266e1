/** Decides what to tell an address in NOTICE_TO, and when: each lead by itself, or how many came. */
import { hour, later, minute } from '../spans.ts';
import type { Teller, Untold } from '../store/watch-state.ts';

/** More leads than these in this time are one message. */
const mostSingles = 5;
const windowMs = 10 * minute;

/** The schedule may be a little early or late, and a wait must not end just after a run. */
const slackMs = minute;

/** Longer than a try takes. If the worker dies meanwhile, another one takes over then. */
const leaseMs = minute;

const longestWait = 15 * minute;

/** With an address that takes nothing, leads would pile up. */
const mostWaiting = 500;

export const newTeller: Teller = {
  leads: [],
  told: [],
  next_attempt_at: new Date(0).toISOString(),
};

/** One message: about one lead, or about all of these in one sentence. */
export interface Due {
  leads: Untold[];
  sum?: string;
}

/** No wait is longer than an hour: then the time is from before a clock was set back. */
export const isFree = ({ next_attempt_at: at }: Teller, now: Date): boolean =>
  at <= now.toISOString() || at > later(now, hour);

/** Another lead would be part of a sum. */
export const isCrowded = ({ leads, told }: Teller, now: Date): boolean =>
  countOf(leads, told, now) >= mostSingles;

/** It has taken nothing for an hour of tries. */
export const isSilent = ({ failing_since: since }: Teller, now: Date): boolean =>
  since !== undefined && since <= later(now, -hour);

export const leased = (teller: Teller, now: Date): Teller => ({
  ...teller,
  next_attempt_at: later(now, leaseMs),
});

export const withNews = (teller: Teller, untold: readonly Untold[]): Teller => ({
  ...teller,
  leads: [...teller.leads, ...untold].slice(-mostWaiting),
});

const countOf = (leads: Teller['leads'], told: Teller['told'], now: Date): number =>
  leads.length + told.filter((at) => at > later(now, -windowMs)).length;

/** Trial leads come first, and in no sum. A sum is for the schedule, so that it counts those who come together. */
export function dueOf({ leads, told }: Teller, now: Date, isScheduled: boolean): Due | undefined {
  const real = leads.filter(({ test }) => !test);
  const next = leads.find(({ test }) => test) ?? real[0];
  if (!next) return undefined;
  const count = countOf(real, told, now);
  if (next.test || count <= mostSingles) return { leads: [next] };
  if (!isScheduled) return undefined;
  const isLate = next.at < later(now, -windowMs - slackMs);
  return { leads: real, sum: `${count} new leads${isLate ? '' : ' in ten minutes'}.` };
}

/** After a try. Without a result, nobody had to be told of the lead any more. */
export function noted(teller: Teller, due: Due, isTold: boolean | undefined, now: Date): Teller {
  const at = now.toISOString();
  if (isTold === false) {
    const failing_since = teller.failing_since ?? at;
    const isTriedForAnHour = isSilent({ ...teller, failing_since }, now);
    const leads = teller.leads.filter((it) => !isTriedForAnHour || it.at > later(now, -hour));
    // The next lead doesn't wait for one that was given up.
    const wait = leads.length > 0 ? waitAfter(failing_since, now) : 0;
    return { ...teller, leads, next_attempt_at: later(now, wait), failing_since };
  }
  const ids = new Set(due.leads.map(({ id }) => id));
  const leads = teller.leads.filter(({ id }) => !ids.has(id));
  if (isTold === undefined && leads.length > 0) return { ...teller, leads, next_attempt_at: at };
  // With no lead left, no further try would show that the address works again.
  if (isTold === undefined) return { leads, told: teller.told, next_attempt_at: at };
  const isTrial = due.leads.some(({ test }) => test);
  const told = isTrial ? teller.told : [...teller.told, at].slice(-mostSingles);
  // Leads that come after a sum wait for the next one, in the second run from now.
  const [kept, wait] = due.sum ? [[], windowMs - slackMs] : [told, 0];
  return { leads, told: kept, next_attempt_at: later(now, wait) };
}

/** The pause grows with the outage: it lasts about as long as the address has failed so far. */
const waitAfter = (since: string, now: Date): number =>
  Math.max(Math.min(now.getTime() - Date.parse(since), longestWait) - slackMs, minute);
