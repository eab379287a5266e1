import { createHash } from 'node:crypto';

/** The owner of the code that an event resumes. */
export interface Owner {
  /** Called before its code resumes. Returns the time to resume: later if it is suspended, Infinity if it is dead. */
  resumesAt: (time: number) => number;
}

interface Event {
  at: number;
  owner: Owner | undefined;
  run: () => void;
}

const begin = Date.UTC(2026, 2, 2, 15);

/**
 * Owns the time of a simulated world. All code waits for its events, which come one by one in the order of
 * their times. Between two events, all resumed code runs until it waits again. Therefore the same seed gives
 * the same steps.
 */
export class Scheduler {
  /** The true time in milliseconds. Each process sees it through its own clock. */
  time = begin;
  steps = 0;
  /** The owner of the code that runs now. */
  running: Owner | undefined;
  /** Sorted by time. */
  readonly #queue: Event[] = [];
  #stopped = false;

  /** Runs a callback later, unless its owner has died. Returns a function that cancels it. */
  after(delay: number, run: () => void, owner?: Owner): () => void {
    const event = { at: this.time + delay, owner, run };
    this.#add(event);
    return () => {
      event.run = () => undefined;
    };
  }

  #add(event: Event): void {
    this.#queue.splice(this.#queue.findLastIndex((it) => it.at <= event.at) + 1, 0, event);
  }

  sleep(delay: number, owner?: Owner): Promise<void> {
    return new Promise((resolve) => {
      this.after(delay, resolve, owner);
    });
  }

  /** Skips all further events, because a violation was found. */
  stop(): void {
    this.#stopped = true;
  }

  /** Runs all events, and those that they add. */
  async run(): Promise<void> {
    await resumedRuns();
    for (let event = this.#queue.shift(); event && !this.#stopped; event = this.#queue.shift()) {
      this.time = Math.max(this.time, event.at);
      event.at = event.owner?.resumesAt(this.time) ?? this.time;
      if (event.at > this.time) {
        if (event.at < Infinity) this.#add(event);
        continue;
      }
      this.steps += 1;
      this.running = event.owner;
      event.run();
      await resumedRuns();
      this.running = undefined;
    }
  }
}

const { setImmediate: immediate } = globalThis;

/** Waits for a turn of Node's event loop, after which all resumed code waits for an event again. */
const resumedRuns = (): Promise<void> =>
  new Promise((resolve) => {
    immediate(resolve);
  });

/**
 * Replaces globals that the code under test does not get from its deps: timers, which the scheduler then
 * runs, and WebCrypto's hashes, whose threads would finish in any order.
 */
export function simulatedGlobals(scheduler: Scheduler) {
  const { setTimeout, clearTimeout } = globalThis;
  const cancels = new WeakMap<object, () => void>();

  const later = (run: () => void, delay = 0) => {
    const timer = { ref: () => timer, unref: () => timer, hasRef: () => false };
    cancels.set(timer, scheduler.after(delay, run, scheduler.running));
    return timer;
  };
  const cancel = (timer?: object) => {
    const simulated = timer && cancels.get(timer);
    // A timer from before this was in use would keep the process alive.
    if (simulated) simulated();
    else clearTimeout(timer as NodeJS.Timeout | undefined);
  };
  const digest: SubtleCrypto['digest'] = (_, data) =>
    Promise.resolve(
      new Uint8Array(
        createHash('sha256')
          .update(data as Uint8Array)
          .digest(),
      ).buffer,
    );

  const timeout = (delay: number): AbortSignal => {
    const controller = new AbortController();
    const abort = () => controller.abort(new DOMException('Too late', 'TimeoutError'));
    scheduler.after(delay, abort, scheduler.running);
    return controller.signal;
  };
  const realTimeout = Object.getOwnPropertyDescriptor(AbortSignal, 'timeout');

  return {
    install() {
      Object.assign(AbortSignal, { timeout });
      Object.assign(globalThis, { setTimeout: later, clearTimeout: cancel });
      Object.assign(crypto.subtle, { digest });
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      Object.defineProperty(AbortSignal, 'timeout', { ...realTimeout });
      Reflect.deleteProperty(crypto.subtle, 'digest');
    },
  };
}
