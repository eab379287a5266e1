import { isDeepStrictEqual } from 'node:util';
import { attemptsKept, isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { later } from '../durations.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { sendTimeout, type Sent } from './send.ts';
import { next } from './schedule.ts';

/** In ms. Longer than an attempt and its recording, and short enough to wait for after a worker died. */
export const leaseTime = 15_000;

type Queued = Pick<SubmissionRecord, 'delivery' | 'attempts' | 'tries' | 'lease' | 'mailed_to'>;

interface Claim {
  /** `due`: the schedule asks for the attempt. `asked`: an admin does, at any time and in any state. */
  trigger: 'due' | 'asked';
  holder: string;
  now: Date;
}

/** Returns the record with a lease, or undefined if it isn't due or another worker has the lease. */
export function claim<T extends Queued>(record: T, { trigger, holder, now }: Claim): T | undefined {
  const { delivery } = record;
  const time = now.toISOString();
  if (isLeased(record, now)) return undefined;
  const until = later(now, leaseTime);
  const leased = { ...record, lease: { holder, until } };
  // The schedule doesn't change. It continues if the admin's attempt fails or the worker dies.
  if (trigger === 'asked') return leased;
  if (delivery.state !== 'pending' || delivery.next_attempt_at > time) return undefined;
  // Due again when the lease ends, because another worker must take over if this one dies.
  return { ...leased, delivery: { ...delivery, next_attempt_at: until } };
}

const mostSkew = leaseTime;

/** In ms after a claim, by any worker's clock. Later, no attempt of that claim is running. */
export const longestAttempt = leaseTime + mostSkew;

/** If a lease ends later than any worker could set it, a clock was set back since. It doesn't count. */
export function isLeased({ lease }: Queued, now: Date): boolean {
  const left = lease ? Date.parse(lease.until) - now.getTime() : 0;
  return left > 0 && left <= longestAttempt;
}

/** Whether an attempt that starts now ends before its lease. */
export const leavesTime = ({ lease }: Queued, now: Date): boolean =>
  lease !== null && now.getTime() + sendTimeout <= Date.parse(lease.until);

export interface AttemptResult {
  holder: string;
  began: Date;
  ended: Date;
  sent: Sent;
  /** The admin who asked for the attempt. Undefined for a scheduled attempt. */
  by: string | undefined;
}

/**
 * If another worker has taken over the lease, the attempt is still listed and counted. Its success delivers the
 * record. Its failure decides nothing, and the new holder keeps the lease.
 */
export function recordAttempt<T extends Queued>(
  record: T,
  result: AttemptResult,
  random: () => number,
): T {
  const attempt = attemptOf(result);
  // Already recorded: the store repeated a write whose answer was lost.
  if (record.attempts.some((it) => isDeepStrictEqual(it, attempt))) return record;
  const isHolder = record.lease?.holder === result.holder;
  const tries = result.by === undefined ? record.tries + 1 : record.tries;
  const delivered: Delivery = { state: 'delivered', at: result.ended.toISOString() };
  return {
    ...withMailed(record, result.sent),
    tries,
    attempts: [...record.attempts, attempt].slice(-attemptsKept),
    lease: isHolder ? null : record.lease,
    delivery: isSuccess(result.sent)
      ? delivered
      : isHolder
        ? afterFailure(record.delivery, tries, result, random)
        : record.delivery,
  };
}

/** Keeps the addresses that took the mail. After a complete success, it clears them, because a resend goes to all. */
function withMailed<T extends Queued>(record: T, sent: Sent): T {
  const { mailed_to = [] } = record;
  // Empty, but present: Firestore's update keeps a field that isn't named.
  if (isSuccess(sent)) return mailed_to.length > 0 ? { ...record, mailed_to: [] } : record;
  const accepted = 'mailed_to' in sent ? (sent.mailed_to ?? []) : [];
  return accepted.length > 0
    ? { ...record, mailed_to: [...new Set([...mailed_to, ...accepted])] }
    : record;
}

function afterFailure(
  delivery: Delivery,
  tries: number,
  { began, sent, ended, by }: AttemptResult,
  random: () => number,
): Delivery {
  const failed: Delivery = { state: 'failed', at: ended.toISOString() };
  switch (delivery.state) {
    case 'pending':
      if (by !== undefined) return delivery;
      return { ...next(tries, sent, ended, random), ...sinceOf(delivery) };
    case 'failed':
      return { ...failed, ...sinceOf(delivery) };
    case 'off':
      // The wait begins now, because no delivery was wanted before.
      return { ...failed, since: began.toISOString() };
    case 'delivered':
    case 'held':
      return delivery;
  }
}

const sinceOf = ({ since }: { since?: string | undefined }) => ({ ...(since && { since }) });

function attemptOf({ began, sent, by }: AttemptResult) {
  return {
    at: began.toISOString(),
    ms: sent.ms,
    ...('status' in sent ? { status: sent.status } : { error: sent.error }),
    ...('status' in sent && !isSuccess(sent) && sent.answer !== '' && { answer: sent.answer }),
    ...(by !== undefined && { by }),
  };
}
