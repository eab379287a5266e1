import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import type { SubmissionRecord } from '../store/record.ts';
import type { Store } from '../store/port.ts';
import { claim, leavesTime, recordAttempt } from './attempt.ts';
import { messageOf } from './webhook/message.ts';
import { sendTimeout, type Sent } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';

/** An attempt was made, and this is what was written down of it. */
export interface Done {
  outcome: 'sent';
  record: SubmissionRecord;
  sent: Sent;
}

export type Resent =
  | Done
  | { outcome: 'missing' }
  /** Another attempt for it is under way. */
  | { outcome: 'busy' };

/** The first attempt, right after the submission was answered. Never rejects. */
export async function deliver(id: string, world: SiteDeps): Promise<void> {
  const { webhook } = world;
  if (webhook.state !== 'set') return;
  try {
    await deliverIfDue(id, await world.store(), webhook.target, world);
  } catch (error) {
    // The submission is stored and due: the schedule takes over.
    world.log(fault('delivery-failure', error, id));
  }
}

/**
 * An attempt that the schedule owes, which ends by `until`; undefined where it owes none or another
 * worker is at it.
 */
export function deliverIfDue(
  id: string,
  store: Store,
  target: Target,
  world: SiteDeps,
  until?: number,
): Promise<Done | undefined> {
  return attempt(id, undefined, store, target, world, until);
}

/** An admin's own attempt, in any state. Rejects where the store can't be reached. */
export async function resend(
  id: string,
  by: string,
  target: Target,
  world: SiteDeps,
): Promise<Resent> {
  const store = await world.store();
  const done = await attempt(id, by, store, target, world);
  if (done) return done;
  return { outcome: (await store.get(id)) ? 'busy' : 'missing' };
}

/** Claim, send, record: a worker that dies anywhere between leaves a lease that runs out. */
async function attempt(
  id: string,
  by: string | undefined,
  store: Store,
  target: Target,
  world: SiteDeps,
  until = Infinity,
): Promise<Done | undefined> {
  const holder = world.newId();
  const trigger = by === undefined ? 'due' : 'asked';
  const claimed = await store.change(id, (record) =>
    claim(record, { trigger, holder, now: world.now() }),
  );
  const began = world.now();
  const limit = Math.min(sendTimeout, until - began.getTime());
  // A store that was slow to answer has used up the lease, or the time that its caller has. The lease
  // runs out, and then it is due again.
  if (!claimed || !leavesTime(claimed, began) || limit <= 0) return undefined;

  const sent = await world.send(messageOf(claimed), target, began, limit);
  const made = { holder, began, ended: world.now(), sent, by };
  const record = await store.change(id, (it) => recordAttempt(it, made, world.random));
  world.log({
    event: 'delivery',
    id,
    ...('status' in sent ? { status: sent.status } : { no_answer: sent.error }),
    ms: sent.ms,
    // Erased while it was sent, or swept as a test that has had its day: there is nothing to keep of it.
    delivery: record?.delivery.state ?? 'erased',
    // Whoever counts leads in the log should not count it.
    ...(claimed.test && { test: true }),
  });
  return record && { outcome: 'sent', record, sent };
}
