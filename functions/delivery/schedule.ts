import { isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { hour, later, minute, second } from '../durations.ts';
import type { Sent } from './send.ts';

/**
 * The wait before each attempt, counted from the last one: ten attempts in about three days. The call that makes the
 * first one also makes the second. The others are made by `tick`, so a wait may be up to five minutes longer.
 */
export const delays: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/**
 * Leads that failed together should not be sent again together. Up to a tenth is added and nothing is
 * taken away, since a receiver that asks for a wait, or needs one, needs all of it.
 */
export const jitter = 0.1;

/**
 * After this many tries, a receiver can no longer ask for a shorter wait than the schedule's: one that
 * always says "in a second" would use up all tries in ten seconds.
 */
export const soonerTries = 3;

/** The state of a delivery after its `tries`th attempt by the schedule. */
export function next(tries: number, sent: Sent, now: Date, random: () => number): Delivery {
  const at = now.toISOString();
  if (isSuccess(sent)) return { state: 'delivered', at };
  const delay = delays[tries];
  if (delay === undefined) return { state: 'failed', at };
  const spread = Math.round(waitFor(delay, tries, sent, now) * (1 + jitter * random()));
  const wait = Math.min(spread, longestWait);
  return { state: 'pending', next_attempt_at: later(now, wait) };
}

function waitFor(delay: number, tries: number, sent: Sent, now: Date): number {
  const asked = 'status' in sent ? waitAskedFor(sent.retryAfter, now) : undefined;
  if (asked === undefined) return delay;
  return tries <= soonerTries ? asked : Math.max(asked, delay);
}

const shortestWait = second;
const longestWait = 24 * hour;

/** How many milliseconds a receiver asks us to wait; undefined if it doesn't say. */
export function waitAskedFor(retryAfter: string | null, now: Date): number | undefined {
  const wait = parseRetryAfter(retryAfter?.trim() ?? '', now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, shortestWait), longestWait);
}

function parseRetryAfter(text: string, now: Date): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * second;
  // Date.parse reads a date into almost anything; all three formats of HTTP begin with a weekday.
  const date = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /.test(text)
    ? Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
    : NaN;
  return Number.isNaN(date) ? undefined : date - now.getTime();
}
