import { isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { waitAskedFor } from './retry-after.ts';
import type { Sent } from './webhook/post.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** How long after the one before each attempt is made: ten in about three days. */
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
 * What failed together should not come again together: up to a tenth is added, and nothing taken
 * away, since a receiver that asked for a wait, or needs one, needs all of it.
 */
export const jitter = 0.1;

/**
 * Up to this many tries, a receiver may ask us to come sooner than the schedule would. Later it can
 * only ask for longer: one that always says "in a second" would use up all tries in ten.
 */
export const soonerTries = 3;

/** The receiver says that it is gone for good. */
export const isGone = (sent: Sent): boolean => 'status' in sent && sent.status === 410;

/** What becomes of a delivery after its `tries`th attempt by the schedule. */
export function next(tries: number, sent: Sent, now: Date, random: () => number): Delivery {
  const at = now.toISOString();
  if (isSuccess(sent)) return { state: 'delivered', at };
  const delay = delays[tries];
  if (isGone(sent) || delay === undefined) return { state: 'failed', at };
  const wait = Math.round(waitFor(delay, tries, sent, now) * (1 + jitter * random()));
  return { state: 'pending', next_attempt_at: new Date(now.getTime() + wait).toISOString() };
}

function waitFor(delay: number, tries: number, sent: Sent, now: Date): number {
  const asked = 'status' in sent ? waitAskedFor(sent.retryAfter, now) : undefined;
  if (asked === undefined) return delay;
  return tries <= soonerTries ? asked : Math.max(asked, delay);
}
