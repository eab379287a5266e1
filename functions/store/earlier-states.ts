import { textingTool, unproven } from '../../src/shared/audit.ts';
import { isObject } from '../../src/shared/json.ts';
import { askedToStop, earlierStates, type OptedOut } from '../../src/shared/submission.ts';

/** The source of an earlier version's form at `/dispute`. Such an entry is no lead, so no report counts it. */
export const isEarlierDispute = ({ source }: { source: string }): boolean => source === 'dispute';

/** Fields of a lead that earlier versions stored. */
export const earlierFields = ['no_contact', 'stopped', 'test'];

/**
 * A test or a visit of the canary, which earlier versions stored as a lead. Nothing reads it, so it is sent, listed
 * and counted nowhere. Retention erases it like a lead.
 */
export const isEarlierTest = (stored: unknown): boolean =>
  isObject(stored) && stored['test'] === true;

/**
 * A stored lead with today's states. `settled` (given up, and an admin decided that it needn't be delivered) becomes
 * `failed`, and `dispute` (a customer's message about a lead) becomes `off`. Both are in the archive, except a settled
 * lead that still waits for an answer. Who settled a lead, and when, is in the audit log. A lead whose person wanted
 * no contact has `opted_out`.
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

/** An update in Firestore leaves the earlier fields in a lead that has today's. */
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

/** An entry of the do-not-contact list as it is stored today. Earlier ones name everybody who asked. */
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

/** How somebody opted out, by the name or the user id in the audit log. */
export const wayOf = (by: string): OptedOut['how'] => ways[by] ?? 'admin';

/** A stored rights message with today's kind. Earlier versions called it a notice. */
export const withoutEarlierKind = (stored: unknown): unknown =>
  isObject(stored) && stored['kind'] === 'notice' && 'type' in stored
    ? { ...stored, kind: 'rights' }
    : stored;
