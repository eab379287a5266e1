import { isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { hour, later, minute, second } from '../durations.ts';
import type { Sent } from './send.ts';

/**
 * In ms: the wait before each attempt, counted from the last one. Ten attempts take about three days. The call that
 * makes the first one also makes the second. `tick` makes the others, so a wait may be up to five minutes longer.
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

/** Spreads retries of leads that failed together. Only adds: a receiver needs at least the wait that it asks for. */
export const jitter = 0.1;

/** Later, a receiver can't shorten the schedule's wait: one that always says "in a second" would use up all tries. */
export const soonerTries = 3;

/** The state of a delivery after scheduled attempt number `tries`. */
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

/** In ms. Undefined if the receiver asks for no wait. */
export function waitAskedFor(retryAfter: string | null, now: Date): number | undefined {
  const wait = parseRetryAfter(retryAfter?.trim() ?? '', now);
  return wait === undefined ? undefined : Math.min(Math.max(wait, shortestWait), longestWait);
}

function parseRetryAfter(text: string, now: Date): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * second;
  // Date.parse accepts almost any text. All three formats of HTTP begin with a weekday.
  const date = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /.test(text)
    ? Date.parse(/\d{4}$/.test(text) ? `${text} GMT` : text)
    : NaN;
  return Number.isNaN(date) ? undefined : date - now.getTime();
}
