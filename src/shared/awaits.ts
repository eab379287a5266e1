/** Rules for what a lead is waiting for. */
import { outcomeOf } from './follow-up-schema.ts';
import type { SubmissionItem } from './submission.ts';

/**
 * Whether somebody should answer the person. Spam waits for nobody, and neither does a lead that was put away,
 * that has an outcome other than open, that is to be called back later, or whose person asked not to be contacted.
 */
export const awaitsAnswer = ({
  answered,
  outcome,
  call_back,
  ...lead
}: Pick<SubmissionItem, 'answered' | 'call_back' | 'outcome'> & Contact): boolean =>
  answered === null && outcomeOf(outcome) === 'open' && !call_back && canBeCalled(lead);

type Contact = Pick<SubmissionItem, 'archived' | 'delivery' | 'opted_out'>;

/** Whether a call can be planned. Nobody calls about a lead that is held or put away, or against its person's wish. */
export const canBeCalled = ({ archived, delivery, opted_out }: Contact): boolean =>
  !archived && !opted_out && delivery.state !== 'held';

export const awaitsCall = (lead: Pick<SubmissionItem, 'call_back'> & Contact): boolean =>
  Boolean(lead.call_back) && canBeCalled(lead);

export const isDue = (lead: Parameters<typeof awaitsCall>[0], now: number): boolean =>
  awaitsCall(lead) && Date.parse(lead.call_back?.at ?? '') <= now;

/** Whether an admin should look at a held lead. */
export const awaitsDecision = ({
  archived,
  delivery,
}: Pick<SubmissionItem, 'archived' | 'delivery'>): boolean =>
  delivery.state === 'held' && !archived;

/** Whether the webhook should have it. An admin who archives a failed lead decides that it needn't be delivered. */
export const awaitsDelivery = ({
  archived,
  delivery,
}: Pick<SubmissionItem, 'archived' | 'delivery'>): boolean =>
  delivery.state === 'pending' || (delivery.state === 'failed' && !archived);
