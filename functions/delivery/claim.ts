import type { SubmissionRecord } from '../store/record.ts';
import { sendTimeout } from './webhook/post.ts';

/** Longer than an attempt and writing down what came of it; short enough to wait for a dead worker. */
export const leaseTime = 15_000;

export interface Claim {
  /** `due`: the schedule's own attempt. `asked`: an admin's, at any time and in any state. */
  trigger: 'due' | 'asked';
  holder: string;
  now: Date;
}

/** The record with its lease, or undefined where there is nothing to do or another is at it. */
export function claim(
  record: SubmissionRecord,
  { trigger, holder, now }: Claim,
): SubmissionRecord | undefined {
  const { lease, delivery } = record;
  const time = now.toISOString();
  if (lease && lease.until > time) return undefined;
  const until = new Date(now.getTime() + leaseTime).toISOString();
  const leased = { ...record, lease: { holder, until } };
  // The schedule stays as it was: should the admin's attempt fail, or its worker die, it goes on.
  if (trigger === 'asked') return leased;
  if (delivery.state !== 'pending' || delivery.next_attempt_at > time) return undefined;
  // Not due again before the lease has ended. If this worker dies, that is when the next one comes.
  return { ...leased, delivery: { ...delivery, next_attempt_at: until } };
}

/** Whether an attempt that begins now ends before another worker may take over. */
export const leavesTime = ({ lease }: SubmissionRecord, now: Date): boolean =>
  lease !== null && now.getTime() + sendTimeout <= Date.parse(lease.until);
