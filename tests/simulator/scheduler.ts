import { Heap } from './heap.ts';

/** Whose continuation an event resumes. */
export interface Owner {
  readonly isAlive: boolean;
  /** Asked each time that it would be resumed: whether it dies instead. */
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
 * Owns the time. Everything that waits in a simulated world waits for an event here, and events come
 * one by one, in the order of their times: between two of them all that was resumed runs until it
 * waits again. So the same seed gives the same steps.
 */
export class Scheduler {
  /** The true time in milliseconds; processes see it through clocks of their own. */
  time = begin;
  steps = 0;
  readonly #queue = new Heap<Event>((a, b) => a.at - b.at || a.order - b.order);
  #order = 0;
  #stopped = false;

  /** Calls it after so many milliseconds, unless its owner is dead by then. Gives what cancels it. */
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

  /** Nothing is resumed any more: what is wrong is known. */
  stop(): void {
    this.#stopped = true;
  }

  /** Until nothing waits any more. */
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

/** A turn of Node's own loop: by then, whatever was resumed has come to where it waits for an event. */
const resumedRuns = (): Promise<void> =>
  new Promise((resolve) => {
    immediate(resolve);
  });
