import { isDeepStrictEqual } from 'node:util';
import {
  attemptsKept,
  isSuccess,
  type Attempt,
  type Delivery,
} from '../../src/shared/submission.ts';
import type { SubmissionRecord } from '../store/record.ts';
import { isGone, next } from './schedule.ts';
import type { Sent } from './webhook/post.ts';

export interface Made {
  holder: string;
  began: Date;
  ended: Date;
  sent: Sent;
  /** The admin who asked for it; undefined for the schedule's own. */
  by: string | undefined;
}

/**
 * The record after an attempt. One whose lease another has taken over meanwhile has still been
 * made: it is listed, it counts, and if it succeeded the lead is delivered. But a failure decides
 * nothing then, and the lease stays with its holder.
 */
export function recordAttempt(
  record: SubmissionRecord,
  made: Made,
  random: () => number,
): SubmissionRecord {
  const attempt = attemptOf(made);
  // Written already, by a call whose answer was lost: the store asks again.
  if (record.attempts.some((it) => isDeepStrictEqual(it, attempt))) return record;
  const own = record.lease?.holder === made.holder;
  const tries = made.by === undefined ? record.tries + 1 : record.tries;
  const delivered: Delivery = { state: 'delivered', at: made.ended.toISOString() };
  return {
    ...record,
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

function afterFailure(
  delivery: Delivery,
  tries: number,
  { began, sent, ended, by }: Made,
  random: () => number,
): Delivery {
  const failed: Delivery = { state: 'failed', at: ended.toISOString() };
  switch (delivery.state) {
    case 'pending':
      if (by === undefined) return { ...next(tries, sent, ended, random), ...sinceOf(delivery) };
      return isGone(sent) ? { ...failed, ...sinceOf(delivery) } : delivery;
    case 'failed':
      return { ...failed, ...sinceOf(delivery) };
    case 'off':
      // Until now nobody had wanted it delivered.
      return { ...failed, since: began.toISOString() };
    case 'delivered':
    case 'held':
      return delivery;
  }
}

const sinceOf = ({ since }: { since?: string | undefined }) => ({ ...(since && { since }) });

function attemptOf({ began, sent, by }: Made): Attempt {
  return {
    at: began.toISOString(),
    ms: sent.ms,
    ...('status' in sent ? { status: sent.status } : { error: sent.error }),
    ...('status' in sent && !isSuccess(sent) && sent.answer !== '' && { answer: sent.answer }),
    ...(by !== undefined && { by }),
  };
}
