import { textingTool, unproven } from '../../src/shared/audit.ts';
import { isObject } from '../../src/shared/json.ts';
import { askedToStop, earlierStates, type OptedOut } from '../../src/shared/submission.ts';

/** Earlier versions had a form at `/dispute`. Its messages are no leads, so no report counts them. */
export const isEarlierDispute = ({ source }: { source: string }): boolean => source === 'dispute';

export const earlierFields = ['no_contact', 'stopped', 'test'];

/** Tests and canary visits that earlier versions stored. They count nowhere, and retention erases them like leads. */
export const isEarlierTest = (stored: unknown): boolean =>
  isObject(stored) && stored['test'] === true;

/**
 * Converts a stored lead to today's states. `settled` (failed, and an admin decided to leave it) becomes `failed`.
 * `dispute` (a customer's message about a lead) becomes `off`. Both are archived, except a settled lead that still
 * waits for an answer. The audit log has the admin and the time of a settlement. A lead whose person wanted no contact
 * gets `opted_out`.
 */
export function withoutEarlierStates(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { stopped, no_contact, ...rest } = stored;
  const { delivery, answered, archived } = rest;
  const state = isObject(delivery) ? delivery['state'] : undefined;
  const lead = {
    ...rest,
    ...optedOutNow(stored),
    ...(isObject(delivery) && { delivery: deliveryNow(delivery) }),
  };
  if (!earlierStates.some((it) => it === state)) return lead;
  const waits = state === 'settled' && answered === null;
  return { ...lead, archived: archived === true || !waits };
}

function deliveryNow(delivery: Record<string, unknown>): unknown {
  const { state, reasons } = delivery;
  if (state === 'dispute') return { state: 'off' };
  if (state === 'settled') {
    const { by, given_up_at: at, ...rest } = delivery;
    return { ...rest, state: 'failed', at };
  }
  if (!Array.isArray(reasons)) return delivery;
  const names = reasons.map((it: unknown) => (it === earlierReason ? askedToStop : it));
  return { ...delivery, reasons: names };
}

const earlierReason = 'do_not_contact';

/** A lead may have both today's field and the earlier ones, because Firestore's update keeps those. */
function optedOutNow({
  opted_out,
  no_contact,
  stopped,
  delivery,
  created_at,
}: Record<string, unknown>) {
  const reasons = isObject(delivery) && delivery['reasons'];
  const isMarked =
    no_contact === true || (Array.isArray(reasons) && reasons.includes(earlierReason));
  if (opted_out !== undefined || !isMarked) return undefined;
  const since = isObject(stopped) ? stopped['since'] : undefined;
  return { opted_out: { at: since ?? created_at, how: 'unknown' } };
}

/** Converts an entry of the do-not-contact list. An earlier entry lists everyone who asked for it. */
export function withWayToOptOut(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { asked, key, ...rest } = stored;
  const last: unknown = Array.isArray(asked) ? asked.at(-1) : undefined;
  const how = isObject(last) ? wayOf(String(last['by'])) : 'unknown';
  return { how, ...rest };
}

const ways: Readonly<Record<string, OptedOut['how']>> = {
  [unproven.name]: 'stop-page',
  [textingTool.name]: 'texting-tool',
};

/** How a person opted out, from the name or user id in the audit log. */
export const wayOf = (by: string): OptedOut['how'] => ways[by] ?? 'admin';

/** Earlier versions stored a rights message as a notice. */
export const withoutEarlierKind = (stored: unknown): unknown =>
  isObject(stored) && stored['kind'] === 'notice' && 'type' in stored
    ? { ...stored, kind: 'rights' }
    : stored;
