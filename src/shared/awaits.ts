import { outcomeOf } from './follow-up-schema.ts';
import type { SubmissionItem } from './submission.ts';

/**
 * Whether an admin should answer the person. Not if the lead is spam, archived, closed by its outcome, or
 * to be called back later, or if the person asked not to be contacted.
 */
export const awaitsAnswer = ({
  answered,
  outcome,
  call_back,
  ...lead
}: Pick<SubmissionItem, 'answered' | 'call_back' | 'outcome'> & Contact): boolean =>
  answered === null && outcomeOf(outcome) === 'open' && !call_back && canBeCalled(lead);

type Contact = Pick<SubmissionItem, 'archived' | 'delivery' | 'opted_out'>;

/** Not for a lead that is held or archived, or whose person asked not to be contacted. */
export const canBeCalled = ({ archived, delivery, opted_out }: Contact): boolean =>
  !archived && !opted_out && delivery.state !== 'held';

export const awaitsCall = (lead: Pick<SubmissionItem, 'call_back'> & Contact): boolean =>
  Boolean(lead.call_back) && canBeCalled(lead);

export const isDue = (lead: Parameters<typeof awaitsCall>[0], now: number): boolean =>
  awaitsCall(lead) && Date.parse(lead.call_back?.at ?? '') <= now;

export const awaitsDecision = ({
  archived,
  delivery,
}: Pick<SubmissionItem, 'archived' | 'delivery'>): boolean =>
  delivery.state === 'held' && !archived;

/** Whether the webhook still needs it. Archiving a failed lead means that it needn't be delivered. */
export const awaitsDelivery = ({
  archived,
  delivery,
}: Pick<SubmissionItem, 'archived' | 'delivery'>): boolean =>
  delivery.state === 'pending' || (delivery.state === 'failed' && !archived);
