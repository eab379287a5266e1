import * as z from 'zod/mini';
import { submissionItemSchema, type SubmissionItem } from '../../src/shared/submission.ts';

/** A submission as it is stored: what admins see, and what only the relay needs. */
export const recordSchema = z.extend(submissionItemSchema, {
  /** Attempts that the schedule made; those that an admin asked for don't count. */
  tries: z.number(),
  /** Whoever holds it is sending now, unless the time has passed: then they died over it. */
  lease: z.nullable(z.object({ holder: z.string(), until: z.iso.datetime() })),
});

export type SubmissionRecord = z.infer<typeof recordSchema>;

export function toItem({ tries, lease, ...item }: SubmissionRecord): SubmissionItem {
  return item;
}

/** Spam stays out of the default list. */
export const isListed = ({ delivery }: SubmissionRecord): boolean => delivery.state !== 'held';

/** When the schedule has something to do for it. */
export const dueAt = ({ delivery }: SubmissionRecord): string | null =>
  delivery.state === 'pending' ? delivery.next_attempt_at : null;
