import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { ListUnreadable } from '../opt-outs/may-contact.ts';
import { attempt } from './deliver.ts';
import type { Store } from '../store/port.ts';
import { latestStart } from '../batches.ts';

/**
 * How many attempts run at once. They mostly wait, and one that hangs takes up one worker only. With
 * Firestore, a lead takes five requests and the webhook's answer, about 0.5 s.
 */
export const workers = 128;
/** A mail server takes a few connections of one sender at once. */
const mailWorkers = 5;

/** Attempts the leads that are due. Returns how many attempts were made; never rejects. */
export async function retryDeliveries(deps: SiteDeps): Promise<number> {
  const { webhook, now, log } = deps;
  if (webhook.state !== 'set') return 0;
  const { target } = webhook;
  const until = now().getTime() + latestStart;
  let count = 0;

  const work = async (store: Store, ids: AsyncGenerator<string>): Promise<void> => {
    for await (const id of ids) {
      if (now().getTime() > until) break;
      try {
        const made = await attempt({ id, target, until }, store, deps);
        if (made !== undefined && made !== 'unwanted') count += 1;
      } catch (error) {
        // No other lead can be sent, either.
        if (error instanceof ListUnreadable) throw error;
        // One that can't be read or written doesn't stop the others.
        log(fault('delivery-failure', error, id));
      }
    }
  };
  try {
    const store = await deps.store();
    const ids = dueLeads(store, deps);
    const length = target.mail ? mailWorkers : workers;
    const all = await Promise.allSettled(Array.from({ length }, () => work(store, ids)));
    const failed = all.find(({ status }) => status === 'rejected');
    // Without the queue, nothing can be done. The next run continues here.
    if (failed?.status === 'rejected') throw failed.reason;
  } catch (error) {
    log(fault('retry-deliveries', error));
  }
  return count;
}

/** How many ids one read of the queue gets. */
const page = 250;

/** The due leads, the longest overdue first, and each once: one that is damaged or refused stays due. */
async function* dueLeads(store: Store, { now }: SiteDeps): AsyncGenerator<string> {
  const given = new Set<string>();
  let stuck = 0;
  for (;;) {
    // Those that stay due come first in each read.
    const limit = page + stuck;
    const due = await store.due(now().toISOString(), limit);
    const others = due.filter((id) => !given.has(id));
    stuck = due.length - others.length;
    for (const id of others) {
      given.add(id);
      yield id;
    }
    if (due.length < limit) return;
  }
}
