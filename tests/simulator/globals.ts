import { createHash } from 'node:crypto';
import type { Scheduler } from './scheduler.ts';

/**
 * Replaces what the code under test takes from Node and not from its deps: timers, which are the scheduler's
 * while this is in use, and WebCrypto's hashes, whose threads would answer in any order.
 */
export function simulatedGlobals(scheduler: Scheduler) {
  const { setTimeout, clearTimeout } = globalThis;
  const cancels = new WeakMap<object, () => void>();

  const later = (run: () => void, delay = 0) => {
    const timer = { ref: () => timer, unref: () => timer, hasRef: () => false };
    cancels.set(timer, scheduler.after(delay, run));
    return timer;
  };
  const cancel = (timer?: object) => {
    if (timer) cancels.get(timer)?.();
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
    scheduler.after(delay, () => {
      controller.abort(new DOMException('Too late', 'TimeoutError'));
    });
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
