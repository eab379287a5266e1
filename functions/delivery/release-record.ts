import type { Delivery } from '../../src/shared/submission.ts';
import type { SubmissionRecord } from '../store/record.ts';

/** What was held goes the way that it would have gone at first; anything else is left alone. */
export const release = (
  record: SubmissionRecord,
  delivery: Delivery,
  now: string,
): SubmissionRecord | undefined =>
  record.delivery.state === 'held'
    ? {
        ...record,
        delivery: delivery.state === 'pending' ? { ...delivery, since: now } : delivery,
      }
    : undefined;
