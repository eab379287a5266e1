import type { World } from './deps.ts';
import { fault } from './fault.ts';
import { deliverIfDue } from './relay/deliver.ts';
import { sendTimeout } from './relay/send.ts';
import type { Target } from './relay/webhook.ts';
import { StoreUnavailable, type Store } from './store/store.ts';
import { budget } from './time-limit.ts';

/** For writing down what came of an attempt, where the store is slow. */
const margin = 6000;
/** An attempt that begins later might not end in time. */
export const latestStart = budget - sendTimeout - margin;
/** So many at once: one that hangs keeps the others waiting for nothing but its own place. */
export const workers = 10;
const batch = 50;

/** Attempts what is due, longest overdue first. Gives how many were attempted; never rejects. */
export async function retryDeliveries(world: World): Promise<number> {
  const { webhook } = world;
  if (webhook.state !== 'set') return 0;
  const { target } = webhook;
  try {
    const store = await world.store();
    const end = world.now().getTime() + latestStart;
    const ids = dueOnce(store, world, end);
    const counts = await Promise.all(
      Array.from({ length: workers }, () => work(ids, end, store, target, world)),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } catch (error) {
    world.log(fault('retry-deliveries', error));
    return 0;
  }
}

/** All workers take from one generator, which hands each id to one of them. */
type Ids = AsyncGenerator<string, void>;

async function work(
  ids: Ids,
  end: number,
  store: Store,
  target: Target,
  world: World,
): Promise<number> {
  let count = 0;
  try {
    for await (const id of ids) {
      try {
        if (await deliverIfDue(id, store, target, world, end)) count += 1;
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        // One that can't be read or written doesn't stop the others.
        world.log(fault('delivery-failure', error, id));
      }
    }
  } catch (error) {
    // Leaving the loop has ended the generator for all: without its store, there is nothing to do.
    world.log(fault('retry-deliveries', error));
  }
  return count;
}

/** What is due, until nothing is or the time is up; each at most once, whatever came of it. */
async function* dueOnce(store: Store, { now }: World, end: number): Ids {
  const seen = new Set<string>();
  for (;;) {
    // So many more as may still be due after they were seen, so that they can't hide the rest.
    const due = await store.due(now().toISOString(), batch + seen.size);
    const unseen = due.filter((id) => !seen.has(id));
    if (unseen.length === 0) return;
    for (const id of unseen) {
      if (now().getTime() > end) return;
      seen.add(id);
      yield id;
    }
  }
}
