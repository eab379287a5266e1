import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { deliverIfDue } from './deliver.ts';
import { DueQueue, type End } from './due-queue.ts';
import { sendTimeout } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';
import { StoreUnavailable, type Store } from '../store/port.ts';
import { budget } from '../erasure/batches.ts';

/** For recording an attempt where the store is slow. */
const margin = 6000;
/** Every attempt of a run ends by then. */
export const latestEnd = budget - margin;
/** An attempt that begins late has less than its usual time, but never less than this. */
export const shortestAttempt = 3000;

/**
 * So many at once: it is waiting, not work, and one that hangs takes no more than its own place. On
 * Firestore a lead takes four requests and an answer, about 0.45 s: 2,500 in a run need 75 workers.
 */
export const workers = 96;
/** Of these, so many begin with the newest leads, so that none waits behind a backlog. */
export const workersForNewest = 24;

/** After so many failures in a row, the store is asked whether it is there at all. */
const mostFailures = 5;

/** Attempts what is due. Gives how many attempts were made; never rejects. */
export async function retryDeliveries(world: SiteDeps): Promise<number> {
  const { webhook, now, log } = world;
  if (webhook.state !== 'set') return 0;
  const until = now().getTime() + latestEnd;
  try {
    const run = new Run(world, await world.store(), webhook.target, until);
    const counts = await Promise.all(
      Array.from({ length: workers }, (_, i) =>
        run.work(i < workersForNewest ? 'newest' : 'oldest'),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } catch (error) {
    log(fault('retry-deliveries', error));
    return 0;
  }
}

class Run {
  readonly #world: SiteDeps;
  readonly #store: Store;
  readonly #target: Target;
  readonly #until: number;
  readonly #queue: DueQueue;
  #failuresInARow = 0;
  #isOver = false;

  constructor(world: SiteDeps, store: Store, target: Target, until: number) {
    this.#world = world;
    this.#store = store;
    this.#target = target;
    this.#until = until;
    this.#queue = new DueQueue(store, world.now, workers);
  }

  /** One of the workers, which attempts one lead after the other. Gives how many; never rejects. */
  async work(end: End): Promise<number> {
    let count = 0;
    let took = 0;
    try {
      while (!this.#isOver && this.#hasTimeFor(took)) {
        const id = await this.#queue.take(end);
        if (id === undefined) break;
        const began = this.#time();
        if (await this.#attempt(id)) count += 1;
        took = this.#time() - began;
      }
    } catch (error) {
      this.#end(error);
    }
    return count;
  }

  /** A webhook that has just been slow is not given a shorter time, which it would surely miss. */
  #hasTimeFor(took: number): boolean {
    const usual = Math.min(took, sendTimeout);
    return this.#until - this.#time() >= Math.max(shortestAttempt, usual);
  }

  async #attempt(id: string): Promise<boolean> {
    try {
      const done = await deliverIfDue(id, this.#store, this.#target, this.#world, this.#until);
      this.#failuresInARow = 0;
      return done !== undefined;
    } catch (error) {
      // One lead that can't be read or written doesn't stop the others.
      this.#world.log(fault('delivery-failure', error, id));
      if (error instanceof StoreUnavailable) await this.#countFailure();
      return false;
    }
  }

  /** Throws where the store doesn't even answer a query. One that does may refuse any number of leads. */
  async #countFailure(): Promise<void> {
    this.#failuresInARow += 1;
    if (this.#failuresInARow < mostFailures) return;
    this.#failuresInARow = 0;
    await this.#store.due(this.#world.now().toISOString(), 1);
  }

  /** Nothing can be done without the store: the next run begins where this one ends. */
  #end(error: unknown): void {
    if (!this.#isOver) this.#world.log(fault('retry-deliveries', error));
    this.#isOver = true;
  }

  #time(): number {
    return this.#world.now().getTime();
  }
}
