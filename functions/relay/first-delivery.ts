import type { Delivery } from '../../src/shared/submission.ts';
import type { Target } from './target.ts';

/** Where a submission begins that has not been sent yet: due at once, if there is a webhook. */
export const firstDelivery = (now: string, { target }: { target: Target | undefined }): Delivery =>
  target ? { state: 'pending', next_attempt_at: now } : { state: 'off' };
