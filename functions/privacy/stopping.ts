/** A lead whose person asks not to be contacted, or takes that back. */
import { doNotContact, isOptOut, type Delivery } from '../../src/shared/submission.ts';
import type { SubmissionRecord } from '../store/record.ts';

/**
 * The lead, held by these opt-outs. Undefined if it was delivered or isn't to be, or if it was held by an opt-out
 * when it came. Its lease stays, because the result of an attempt that is under way doesn't end a hold.
 */
export function stopped(
  record: SubmissionRecord,
  entries: readonly string[],
): SubmissionRecord | undefined {
  const { delivery } = record;
  const known = isOptOut(delivery) ? record.stopped : { entries: [], was: delivery };
  if (!known || !['pending', 'failed', 'held'].includes(delivery.state)) return undefined;
  return {
    ...record,
    delivery: { state: 'held', reasons: [doNotContact, ...otherReasons(delivery)] },
    stopped: { ...known, entries: [...new Set([...known.entries, ...entries])] },
  };
}

const otherReasons = (delivery: Delivery): string[] =>
  delivery.state === 'held' ? delivery.reasons.filter((it) => it !== doNotContact) : [];

interface Undo {
  /** The id of the opt-out's entry. */
  entry: string;
  /** Whether the person is on the list for another reason. */
  isOn: boolean;
  now: string;
}

/** The lead without this opt-out. If no other one holds it, it is what it was before, and due now. */
export function givenBack(
  { stopped: by, ...record }: SubmissionRecord,
  { entry, isOn, now }: Undo,
): SubmissionRecord | undefined {
  if (!by?.entries.includes(entry) || !isOptOut(record.delivery)) return undefined;
  const entries = by.entries.filter((it) => it !== entry);
  if (isOn || entries.length > 0) return { ...record, stopped: { ...by, entries } };
  const { was } = by;
  return {
    ...record,
    delivery: was.state === 'pending' ? { ...was, next_attempt_at: now } : was,
  };
}
