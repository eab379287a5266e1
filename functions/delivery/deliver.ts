import type { Deps, SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { mayContact } from '../opt-outs/may-contact.ts';
import { markedAs } from '../opt-outs/opt-out.ts';
import { second } from '../durations.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { messageOf } from './webhook/message.ts';
import type { Target } from './webhook/webhook.ts';

interface Order {
  id: string;
  target: Target;
  /** The admin who asked for the attempt. Without one, it is made if the schedule says that it is due. */
  by?: string;
  /** It isn't made if somebody else has delivered the lead. */
  unlessDelivered?: boolean;
  /** The attempt isn't made if it could not begin by this time. */
  until?: number;
}

/**
 * The same call makes a second try that is due this soon. Two tries of 10 s and this wait fit into the 60 s that a
 * call may take on Netlify: https://docs.netlify.com/build/functions/configuration/
 */
const soon = 10 * second;

/** A timer may end a millisecond before the clock says so, and the second try would not be due. */
const timerSlack = 20;

/** Makes the first try after the visitor got an answer, and the second if it is due soon. Never rejects. */
export async function deliver(id: string, deps: SiteDeps): Promise<void> {
  const { webhook } = deps;
  if (webhook.state !== 'set') return;
  const order = { id, target: webhook.target };
  try {
    const store = await deps.store();
    const made = await attempt(order, store, deps);
    if (!made || made === 'unwanted') return;
    const { delivery } = made.record;
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
 * Claims the lead, sends it and records the result. Returns undefined if it isn't due, doesn't exist or is
 * being sent by another worker, and 'unwanted' if its person asked not to be contacted. A worker that dies in
 * between leaves a lease, which runs out. Rejects if the store or the do-not-contact list can't be read: then
 * nothing is sent, and the lead stays due.
 */
export async function attempt(order: Order, store: Store, deps: SiteDeps) {
  const { id, target, by, unlessDelivered } = order;
  const holder = deps.newId();
  const trigger = by === undefined ? 'due' : 'asked';
  const claimed = await store.change(id, (record) => {
    if (unlessDelivered && record.delivery.state === 'delivered') return undefined;
    // All tries of a lead send what the first one sent.
    const first = { more: target.more ?? null, ...record };
    return claim(first, { trigger, holder, now: deps.now() });
  });
  if (!claimed) return undefined;
  if (await isUnwanted(claimed, store, deps)) return 'unwanted' as const;
  return sendClaimed(claimed, order, store, deps);
}

/** Whether the person asked not to be contacted. If so, it also holds an open lead, so that an admin can release it. */
export async function isUnwanted(
  record: SubmissionRecord,
  store: Store,
  deps: Pick<Deps, 'personHash'>,
): Promise<boolean> {
  const { id, lease } = record;
  const verdict = await mayContact(record, store, deps);
  if (verdict.allowed) return false;
  const { at, how } = verdict;
  await store.change(id, (it) => ({
    ...(markedAs({ at, how }, it) ?? it),
    lease: it.lease?.holder === lease?.holder ? null : it.lease,
  }));
  return true;
}

/** Sends what was claimed and records the result. Returns undefined if there is no time left for it. */
async function sendClaimed(
  claimed: SubmissionRecord,
  { id, target, by, until = Infinity }: Order,
  store: Store,
  deps: SiteDeps,
) {
  const began = deps.now();
  // If a slow store used up the lease or the caller's time, nothing is sent. It is due again when the lease
  // runs out.
  if (!leavesTime(claimed, began) || began.getTime() > until) return undefined;

  const message = { ...messageOf(claimed), lead: claimed };
  const sent = await deps.send(message, target, began);
  const made = { holder: claimed.lease?.holder ?? '', began, ended: deps.now(), sent, by };
  const record = await store.change(id, (it) => recordAttempt(it, made, deps.random));
  deps.log({
    event: 'delivery',
    id,
    ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
    ms: sent.ms,
    // No record means that the lead was erased while it was being sent.
    delivery: record?.delivery.state ?? 'erased',
  });
  return record && { record, sent };
}
