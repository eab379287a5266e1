import type { SubmissionRecord } from '../store/record.ts';
import { sendTimeout } from './webhook/post.ts';

/** Longer than an attempt and recording it, and short enough to wait for a worker that died. */
export const leaseTime = 15_000;

export interface Claim {
  /** `due`: the schedule's own attempt. `asked`: an admin's, at any time and in any state. */
  trigger: 'due' | 'asked';
  holder: string;
  now: Date;
}

/** The record with a lease, or undefined if nothing is due or another worker holds the lead. */
export function claim(
  record: SubmissionRecord,
  { trigger, holder, now }: Claim,
): SubmissionRecord | undefined {
  const { lease, delivery } = record;
  const time = now.toISOString();
  if (lease && lease.until > time) return undefined;
  const until = new Date(now.getTime() + leaseTime).toISOString();
  const leased = { ...record, lease: { holder, until } };
  // The schedule stays as it is, and goes on if the admin's attempt fails or its worker dies.
  if (trigger === 'asked') return leased;
  if (delivery.state !== 'pending' || delivery.next_attempt_at > time) return undefined;
  // The lead is due again when the lease ends, so that another worker takes over if this one dies.
  return { ...leased, delivery: { ...delivery, next_attempt_at: until } };
}

/** Whether an attempt that begins now ends before another worker may take over. */
export const leavesTime = ({ lease }: SubmissionRecord, now: Date): boolean =>
  lease !== null && now.getTime() + sendTimeout <= Date.parse(lease.until);
