import { isDeepStrictEqual } from 'node:util';
import { attemptsKept, isSuccess, type Delivery } from '../../src/shared/submission.ts';
import { later } from '../durations.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { sendTimeout, type Sent } from './send.ts';
import { next } from './schedule.ts';

/** Longer than an attempt and its recording take, and short enough to wait out after a worker died. */
export const leaseTime = 15_000;

/** What waits to be sent: a lead, or an entry of the outbox. */
type Queued = Pick<SubmissionRecord, 'delivery' | 'attempts' | 'tries' | 'lease' | 'mailed_to'>;

interface Claim {
  /** `due`: the schedule's own attempt. `asked`: an admin's, at any time and in any state. */
  trigger: 'due' | 'asked';
  holder: string;
  now: Date;
}

/** The record with a lease, or undefined if nothing is due or another worker holds it. */
export function claim<T extends Queued>(record: T, { trigger, holder, now }: Claim): T | undefined {
  const { delivery } = record;
  const time = now.toISOString();
  if (isLeased(record, now)) return undefined;
  const until = later(now, leaseTime);
  const leased = { ...record, lease: { holder, until } };
  // The schedule stays as it is, and goes on if the admin's attempt fails or its worker dies.
  if (trigger === 'asked') return leased;
  if (delivery.state !== 'pending' || delivery.next_attempt_at > time) return undefined;
  // It is due again when the lease ends, so that another worker takes over if this one dies.
  return { ...leased, delivery: { ...delivery, next_attempt_at: until } };
}

/** How far the clocks of two workers may differ. */
const mostSkew = leaseTime;

/** From the moment of a claim, by any worker's clock: then no attempt of that claim is under way. */
export const longestAttempt = leaseTime + mostSkew;

/** A lease that ends later than any worker could set it is from before a clock was set back. */
export function isLeased({ lease }: Queued, now: Date): boolean {
  const left = lease ? Date.parse(lease.until) - now.getTime() : 0;
  return left > 0 && left <= longestAttempt;
}

/** Whether an attempt that begins now ends before another worker may take over. */
export const leavesTime = ({ lease }: Queued, now: Date): boolean =>
  lease !== null && now.getTime() + sendTimeout <= Date.parse(lease.until);

export interface Made {
  holder: string;
  began: Date;
  ended: Date;
  sent: Sent;
  /** The admin who asked for it; undefined for an attempt by the schedule. */
  by: string | undefined;
}

/**
 * The record after an attempt. If another worker took over the lease meanwhile, the attempt is still
 * listed and counted, and a success still delivers the record. But a failure then decides nothing, and
 * the lease stays with its new holder.
 */
export function recordAttempt<T extends Queued>(record: T, made: Made, random: () => number): T {
  const attempt = attemptOf(made);
  // It is recorded already: the answer to the write was lost, and the store tried again.
  if (record.attempts.some((it) => isDeepStrictEqual(it, attempt))) return record;
  const own = record.lease?.holder === made.holder;
  const tries = made.by === undefined ? record.tries + 1 : record.tries;
  const delivered: Delivery = { state: 'delivered', at: made.ended.toISOString() };
  return {
    ...withMailed(record, made.sent),
    tries,
    attempts: [...record.attempts, attempt].slice(-attemptsKept),
    lease: own ? null : record.lease,
    delivery: isSuccess(made.sent)
      ? delivered
      : own
        ? afterFailure(record.delivery, tries, made, random)
        : record.delivery,
  };
}

/** Keeps which addresses have taken the mail. When all have, it forgets them, so that a resend goes to everybody. */
function withMailed<T extends Queued>(record: T, sent: Sent): T {
  const { mailed_to = [] } = record;
  // Not taken out: Firestore's update leaves a field that isn't named.
  if (isSuccess(sent)) return mailed_to.length > 0 ? { ...record, mailed_to: [] } : record;
  const now = 'mailed_to' in sent ? (sent.mailed_to ?? []) : [];
  return now.length > 0 ? { ...record, mailed_to: [...new Set([...mailed_to, ...now])] } : record;
}

function afterFailure(
  delivery: Delivery,
  tries: number,
  { began, sent, ended, by }: Made,
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
      // No delivery was wanted until now.
      return { ...failed, since: began.toISOString() };
    case 'delivered':
    case 'held':
      return delivery;
  }
}

const sinceOf = ({ since }: { since?: string | undefined }) => ({ ...(since && { since }) });

function attemptOf({ began, sent, by }: Made) {
  return {
    at: began.toISOString(),
    ms: sent.ms,
    ...('status' in sent ? { status: sent.status } : { error: sent.error }),
    ...('status' in sent && !isSuccess(sent) && sent.answer !== '' && { answer: sent.answer }),
    ...(by !== undefined && { by }),
  };
}
