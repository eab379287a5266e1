import type { SiteDeps } from '../deps.ts';
import { fault } from '../log/log.ts';
import { attempt } from './deliver.ts';
import { sendTimeout } from './webhook/post.ts';
import type { Target } from './webhook/webhook.ts';
import { StoreUnavailable, type Store } from '../store/port.ts';
import { budget } from '../batches.ts';

/** Time to record an attempt in a slow store. */
const margin = 6000;
/** Every attempt of a run ends by then. */
export const latestEnd = budget - margin;
/** An attempt that starts late gets less than its usual time, but never less than this. */
const shortestAttempt = 3000;

/**
 * How many attempts run at once. They mostly wait, and one that hangs takes up one worker only. With
 * Firestore, a lead takes four requests and the webhook's answer, about 0.45 s, so that 2,500 leads in
 * one run need 75 workers.
 */
export const workers = 96;
/** How many of them start with the newest leads, so that no new lead waits for a backlog. */
export const workersForNewest = 24;

/** After this many failures in a row, a query shows whether the store answers at all. */
const mostFailures = 5;

/** Attempts the leads that are due. Returns how many attempts were made; never rejects. */
export async function retryDeliveries(deps: SiteDeps): Promise<number> {
  const { webhook, now, log } = deps;
  if (webhook.state !== 'set') return 0;
  const until = now().getTime() + latestEnd;
  try {
    const run = new Run(deps, await deps.store(), webhook.target, until);
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
  readonly #deps: SiteDeps;
  readonly #store: Store;
  readonly #target: Target;
  readonly #until: number;
  readonly #queue: DueQueue;
  #failuresInARow = 0;
  #isOver = false;

  constructor(deps: SiteDeps, store: Store, target: Target, until: number) {
    this.#deps = deps;
    this.#store = store;
    this.#target = target;
    this.#until = until;
    this.#queue = new DueQueue(store, deps.now);
  }

  /** Runs one worker, which attempts one lead after the other. Returns how many; never rejects. */
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

  /** A webhook that was just slow doesn't get a shorter time, which it would surely miss. */
  #hasTimeFor(took: number): boolean {
    const usual = Math.min(took, sendTimeout);
    return this.#until - this.#time() >= Math.max(shortestAttempt, usual);
  }

  async #attempt(id: string): Promise<boolean> {
    try {
      const done = await attempt(
        { id, target: this.#target, until: this.#until },
        this.#store,
        this.#deps,
      );
      this.#failuresInARow = 0;
      return done !== undefined;
    } catch (error) {
      // A lead that can't be read or written doesn't stop the others.
      this.#deps.log(fault('delivery-failure', error, id));
      if (error instanceof StoreUnavailable) await this.#countFailure();
      return false;
    }
  }

  /** Throws if the store doesn't even answer a query. If it does, it may refuse any number of leads. */
  async #countFailure(): Promise<void> {
    this.#failuresInARow += 1;
    if (this.#failuresInARow < mostFailures) return;
    this.#failuresInARow = 0;
    await this.#store.due(this.#deps.now().toISOString(), 1);
  }

  /** Without the store nothing can be done. The next run continues here. */
  #end(error: unknown): void {
    if (!this.#isOver) this.#deps.log(fault('retry-deliveries', error));
    this.#isOver = true;
  }

  #time(): number {
    return this.#deps.now().getTime();
  }
}

/** How many ids one read of the queue gets. */
const page = 250;

/** `oldest`: the leads that have been due longest. `newest`: those that came last. */
type End = 'oldest' | 'newest';

/** Gives out the due leads from either end, and each at most once, even if it stays due. */
class DueQueue {
  readonly #store: Store;
  readonly #now: () => Date;
  readonly #taken = new Set<string>();
  readonly #waiting: Record<End, string[]> = { oldest: [], newest: [] };
  /** How many taken leads stay due, damaged or refused by the store. Each read finds them first. */
  #stuck = 0;
  #filling: Promise<void> | undefined;
  /** Everything that is due was read. Leads that become due later are left to the next run. */
  #isExhausted = false;

  constructor(store: Store, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** Returns undefined when nothing is left. When the newest end is empty, it continues at the oldest. */
  async take(end: End): Promise<string | undefined> {
    for (;;) {
      const id = (end === 'newest' ? this.#next('newest') : undefined) ?? this.#next('oldest');
      if (id !== undefined || this.#isExhausted) return id;
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = undefined;
      });
      await this.#filling;
    }
  }

  #next(end: End): string | undefined {
    for (;;) {
      const id = this.#waiting[end].shift();
      if (id === undefined) return undefined;
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      return id;
    }
  }

  async #fill(): Promise<void> {
    const now = this.#now().toISOString();
    const isFirst = this.#taken.size === 0;
    let limit = page + this.#stuck;
    while (!this.#isExhausted) {
      const due = await this.#store.due(now, limit);
      const untaken = due.filter((id) => !this.#taken.has(id));
      this.#stuck = due.length - untaken.length;
      this.#waiting.oldest = untaken;
      this.#isExhausted = due.length < limit;
      if (untaken.length >= page / 2) break;
      limit *= 2;
    }
    // Fewer leads than workers are all attempted right away, in any order.
    if (isFirst && this.#waiting.oldest.length > workers) {
      this.#waiting.newest = await this.#store.newestDue(now, page);
    }
  }
}
