/** A lead whose person asks not to be contacted, or takes that back. */
import { doNotContact, isOptOut } from '../../src/shared/submission.ts';
import type { SubmissionRecord } from '../store/record.ts';

/**
 * The lead, held by the opt-out of this entry, if it is known. Undefined if it was delivered, or held by an
 * opt-out when it came. Its lease stays, because the result of an attempt that is under way doesn't end a hold.
 */
export function stopped(
  record: SubmissionRecord,
  now: Date,
  entry?: string,
): SubmissionRecord | undefined {
  const { delivery, created_at } = record;
  const since = delivery.state === 'held' ? created_at : now.toISOString();
  const known = isOptOut(delivery) ? record.stopped : { entries: [], was: delivery, since };
  if (!known || delivery.state === 'delivered') return undefined;
  const spam = known.was.state === 'held' ? known.was.reasons : [];
  return {
    ...record,
    delivery: { state: 'held', reasons: [doNotContact, ...spam] },
    stopped: { ...known, entries: [...known.entries, ...(entry === undefined ? [] : [entry])] },
  };
}

/**
 * The lead without the opt-out of this entry. If no other one holds it, it is what it was before, and due now. If
 * the list still has its person for another reason, the next attempt finds that out.
 */
export function givenBack(
  { stopped: by, ...record }: SubmissionRecord,
  entry: string,
  now: string,
): SubmissionRecord | undefined {
  if (!by?.entries.includes(entry) || !isOptOut(record.delivery)) return undefined;
  const entries = by.entries.filter((it) => it !== entry);
  if (entries.length > 0) return { ...record, stopped: { ...by, entries } };
  const { was } = by;
  return {
    ...record,
    delivery: was.state === 'pending' ? { ...was, next_attempt_at: now } : was,
  };
}
