import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { onList } from '../privacy/list.ts';
import { stopped } from '../privacy/stopping.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { messageOf } from './webhook/message.ts';
import type { Sent } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';

interface Order {
  id: string;
  target: Target;
  /** The admin who asked for the attempt. Without one, it is made if the schedule says that it is due. */
  by?: string;
  /** The attempt isn't made if it could not begin by this time. */
  until?: number;
}

/** An attempt that was made and recorded. */
interface Made {
  record: SubmissionRecord;
  sent: Sent;
}

/** Makes the first attempt, after the visitor got an answer. Never rejects. */
export async function deliver(id: string, deps: SiteDeps): Promise<void> {
  const { webhook } = deps;
  if (webhook.state !== 'set') return;
  try {
    await attempt({ id, target: webhook.target }, await deps.store(), deps);
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
export async function attempt(
  { id, target, by, until = Infinity }: Order,
  store: Store,
  deps: SiteDeps,
): Promise<Made | 'unwanted' | undefined> {
  const holder = deps.newId();
  const trigger = by === undefined ? 'due' : 'asked';
  // The canary has seen that everything works up to the claim.
  const isSent = ({ canary }: SubmissionRecord) => !canary || deps.canary.delivers;
  const claimed = await store.change(id, (record) => {
    const it = claim(record, { trigger, holder, now: deps.now(), more: target.more });
    // If the visit was cut off, its lead is never due again.
    return it && !isSent(it) ? { ...it, delivery: { state: 'off' } } : it;
  });
  if (claimed && isSent(claimed) && !claimed.test) {
    // A trial lead has no person.
    const which = await onList(claimed, store, deps.personHash);
    if (which.length > 0) return withhold(claimed, store, deps);
  }
  const began = deps.now();
  // If a slow store used up the lease or the caller's time, nothing is sent. The lead is due again when
  // the lease runs out.
  if (!claimed || !leavesTime(claimed, began) || began.getTime() > until) return undefined;
  if (!isSent(claimed)) return undefined;

  const sent = await deps.send(messageOf(claimed), target, began);
  const made = { holder, began, ended: deps.now(), sent, by };
  const record = await store.change(id, (it) => recordAttempt(it, made, deps.random));
  deps.log({
    event: 'delivery',
    id,
    ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
    ms: sent.ms,
    // No record means that the lead was erased, or the trial lead swept, while it was being sent.
    delivery: record?.delivery.state ?? 'erased',
    // Marks trial leads in the log, so that nobody counts them as leads.
    ...(claimed.test && { test: true }),
  });
  return record && { record, sent };
}

/** Ends the claim without an attempt. The lead is held, so that an admin can release it. */
async function withhold(
  { id, lease }: SubmissionRecord,
  store: Store,
  { log, now }: SiteDeps,
): Promise<'unwanted'> {
  const record = await store.change(id, (it) => ({
    ...(stopped(it, now()) ?? it),
    lease: it.lease?.holder === lease?.holder ? null : it.lease,
  }));
  if (record) log({ event: 'delivery-withheld', id, delivery: record.delivery.state });
  return 'unwanted';
}
