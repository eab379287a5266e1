import { Heap } from './heap.ts';

/** The owner of the code that an event resumes. */
export interface Owner {
  readonly isAlive: boolean;
  /** Called before each resumption. Returns true if the owner dies instead. */
  diesNow: () => boolean;
}

interface Event {
  at: number;
  order: number;
  owner: Owner | undefined;
  run: () => void;
}

const begin = Date.UTC(2026, 2, 2, 15);

/**
 * Owns the time. All waiting in a simulated world is for an event here. Events come one by one, in the
 * order of their times, and between two of them all resumed code runs until it waits again. Therefore
 * the same seed gives the same steps.
 */
export class Scheduler {
  /** The true time in milliseconds. Each process sees it through its own clock. */
  time = begin;
  steps = 0;
  readonly #queue = new Heap<Event>((a, b) => a.at - b.at || a.order - b.order);
  #order = 0;
  #stopped = false;

  /** Calls it later, unless its owner is dead by then. Returns a function that cancels it. */
  after(delay: number, run: () => void, owner?: Owner): () => void {
    const event = { at: this.time + delay, order: this.#order++, owner, run };
    this.#queue.push(event);
    return () => {
      event.run = () => undefined;
    };
  }

  sleep(delay: number, owner?: Owner): Promise<void> {
    return new Promise((resolve) => {
      this.after(delay, resolve, owner);
    });
  }

  /** Stops resuming anything, because a violation was found. */
  stop(): void {
    this.#stopped = true;
  }

  /** Runs until nothing waits. */
  async run(): Promise<void> {
    await resumedRuns();
    for (let event = this.#queue.pop(); event && !this.#stopped; event = this.#queue.pop()) {
      this.time = Math.max(this.time, event.at);
      const { owner, run } = event;
      if (owner && !owner.isAlive) continue;
      this.steps += 1;
      if (!owner?.diesNow()) run();
      await resumedRuns();
    }
  }
}

const { setImmediate: immediate } = globalThis;

/** Waits for a turn of Node's event loop. By then, all resumed code waits for an event again. */
const resumedRuns = (): Promise<void> =>
  new Promise((resolve) => {
    immediate(resolve);
  });
