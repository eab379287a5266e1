import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { ListUnreadable } from '../opt-outs/may-contact.ts';
import { attempt } from './deliver.ts';
import type { Store } from '../store/port.ts';
import { latestStart } from '../batches.ts';

/** Attempts mostly wait, and one that hangs takes up one worker only. With Firestore, a lead takes about 0.5 s. */
export const workers = 128;
/** Mail servers allow a sender few connections at once. */
const mailWorkers = 5;

/** Attempts the due leads. Returns the number of attempts. Never rejects. */
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
        const result = await attempt({ id, target, until }, store, deps);
        if (result !== undefined && result !== 'unwanted') count += 1;
      } catch (error) {
        // Without the list, no other lead can be sent.
        if (error instanceof ListUnreadable) throw error;
        // A lead that can't be read or written must not stop the others.
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
    // The queue can't be read. The next run continues here.
    if (failed?.status === 'rejected') throw failed.reason;
  } catch (error) {
    log(fault('retry-deliveries', error));
  }
  return count;
}

const page = 250;

/** Yields the longest overdue leads first, and each once: a damaged or refused lead stays due. */
async function* dueLeads(store: Store, { now }: SiteDeps): AsyncGenerator<string> {
  const seen = new Set<string>();
  let stuck = 0;
  for (;;) {
    // Leads that stay due come first in each read.
    const limit = page + stuck;
    const due = await store.due(now().toISOString(), limit);
    const others = due.filter((id) => !seen.has(id));
    stuck = due.length - others.length;
    for (const id of others) {
      seen.add(id);
      yield id;
    }
    if (due.length < limit) return;
  }
}
