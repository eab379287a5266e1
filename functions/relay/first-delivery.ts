import type { Delivery } from '../../src/shared/submission.ts';
import type { World } from '../deps.ts';

/** Where a submission begins that has not been sent yet: due at once, if there is a webhook. */
export const firstDelivery = (
  now: string,
  { target, targetIsWrong }: Pick<World, 'target' | 'targetIsWrong'>,
): Delivery =>
  target || targetIsWrong ? { state: 'pending', next_attempt_at: now } : { state: 'off' };
