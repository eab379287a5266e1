import { isObject } from '../../src/shared/json.ts';
import { earlierStates } from '../../src/shared/submission.ts';

/** The source of an earlier version's form at `/dispute`. Such an entry is no lead, so no report counts it. */
export const isEarlierDispute = ({ source }: { source: string }): boolean => source === 'dispute';

/**
 * A stored lead with today's states. `settled` (given up, and an admin decided that it needn't be delivered) becomes
 * `failed`, and `dispute` (a customer's message about a lead) becomes `off`. Both are in the archive, except a settled
 * lead that still waits for an answer. Who settled a lead, and when, is in the audit log.
 */
export function withoutEarlierStates(stored: unknown): unknown {
  if (!isObject(stored)) return stored;
  const { delivery, stopped, answered, archived } = stored;
  const now = isObject(stopped)
    ? { ...stored, stopped: { ...stopped, was: stateNow(stopped['was']) } }
    : stored;
  const state = isObject(delivery) ? delivery['state'] : undefined;
  if (!earlierStates.some((it) => it === state)) return now;
  const waits = state === 'settled' && answered === null;
  return { ...now, delivery: stateNow(delivery), archived: archived === true || !waits };
}

function stateNow(delivery: unknown): unknown {
  if (!isObject(delivery)) return delivery;
  const { by, given_up_at: at, ...rest } = delivery;
  if (delivery['state'] === 'dispute') return { state: 'off' };
  return delivery['state'] === 'settled' ? { ...rest, state: 'failed', at } : delivery;
}
