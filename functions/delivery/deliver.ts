import type { Deps, SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { mayContact } from '../opt-outs/may-contact.ts';
import { withOptOut } from '../opt-outs/opt-out.ts';
import { second } from '../durations.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { messageOf } from './webhook/message.ts';
import { answerFields } from './send.ts';
import type { Target } from './webhook/webhook.ts';

interface Order {
  id: string;
  target: Target;
  /** The admin who asked for the attempt. If undefined, the attempt is made only when the lead is due. */
  by?: string;
  unlessDelivered?: boolean;
  /** No attempt begins after this time. */
  until?: number;
}

/**
 * In ms. The same call makes a second try that is due this soon. Two tries of 10 s and this wait fit into the 60 s that
 * Netlify allows a call: https://docs.netlify.com/build/functions/configuration/
 */
const soon = 10 * second;

/** In ms. A timer may end a millisecond early, and the second try would not be due. */
const timerSlack = 20;

/** Runs after the visitor's answer. Makes the first try, and the second if it is due soon. Never rejects. */
export async function deliver(id: string, deps: SiteDeps): Promise<void> {
  const { webhook } = deps;
  if (webhook.state !== 'set') return;
  const order = { id, target: webhook.target };
  try {
    const store = await deps.store();
    const result = await attempt(order, store, deps);
    if (!result || result === 'unwanted') return;
    const { delivery } = result.record;
    if (delivery.state !== 'pending') return;
    const wait = Date.parse(delivery.next_attempt_at) - deps.now().getTime();
    if (wait > soon) return;
    await deps.pause(wait + timerSlack);
    await attempt(order, store, deps);
  } catch (error) {
    // The lead is stored and due, so the schedule takes over.
    deps.log(fault('delivery-failure', error, id));
  }
}

/**
 * Claims the lead, sends it and records the result. Returns undefined if the lead isn't due, doesn't exist or has
 * another worker's lease. Returns 'unwanted' if its person opted out. If the worker dies, the lease expires. Rejects if
 * the store or the do-not-contact list can't be read. In that case, nothing is sent, and the lead stays due.
 */
export async function attempt(order: Order, store: Store, deps: SiteDeps) {
  const { id, target, by, unlessDelivered } = order;
  const holder = deps.newId();
  const trigger = by === undefined ? 'due' : 'asked';
  const claimed = await store.change(id, (record) => {
    if (unlessDelivered && record.delivery.state === 'delivered') return undefined;
    // All tries send the same fields, even if the settings change.
    const first = { more: target.more ?? null, ...record };
    return claim(first, { trigger, holder, now: deps.now() });
  });
  if (!claimed) return undefined;
  if (await isUnwanted(claimed, store, deps)) return 'unwanted' as const;
  return sendClaimed(claimed, order, store, deps);
}

/** Also holds an open lead whose person opted out. An admin can release it. */
export async function isUnwanted(
  record: SubmissionRecord,
  store: Store,
  deps: Pick<Deps, 'personHash'>,
): Promise<boolean> {
  const { id, lease } = record;
  const verdict = await mayContact(record, store, deps);
  if (verdict.allowed) return false;
  await store.change(id, (stored) => ({
    ...(withOptOut(stored, verdict) ?? stored),
    lease: stored.lease?.holder === lease?.holder ? null : stored.lease,
  }));
  return true;
}

/** Returns undefined if no time is left. */
async function sendClaimed(
  claimed: SubmissionRecord,
  { id, target, by, until = Infinity }: Order,
  store: Store,
  deps: SiteDeps,
) {
  const began = deps.now();
  // A slow store may have used up the lease or the caller's time. The lead is due again when the lease ends.
  if (!leavesTime(claimed, began) || began.getTime() > until) return undefined;

  const message = { ...messageOf(claimed), lead: claimed };
  const sent = await deps.send(message, target, began);
  const result = { holder: claimed.lease?.holder ?? '', began, ended: deps.now(), sent, by };
  const record = await store.change(id, (stored) => recordAttempt(stored, result, deps.random));
  deps.log({
    event: 'delivery',
    id,
    ...answerFields(sent),
    // No record: the lead was erased while it was being sent.
    delivery: record?.delivery.state ?? 'erased',
  });
  return record && { record, sent };
}
