import type { PollDeps } from '../../../src/islands/staff/polling.ts';
import { fakeClock } from './fake-clock.ts';

/** A tab and its clock, which the test moves. Callbacks run before `pass` resolves. */
export function fakeTab() {
  const clock = fakeClock();
  const listeners = new Set<() => void>();
  const touched = new Set<() => void>();
  let visible = true;
  const browser: PollDeps = {
    now: () => clock.now(),
    after: (milliseconds, call) => {
      const clear = clock.after(milliseconds, call);
      return () => {
        clear();
      };
    },
    tab: {
      isVisible: () => visible,
      onChange: (listener) => {
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
        };
      },
      onTouch: (listener) => {
        touched.add(listener);
        return () => {
          touched.delete(listener);
        };
      },
    },
  };
  return {
    browser,
    listeners,
    pending: () => clock.pending(),
    pass: async (milliseconds: number): Promise<void> => {
      clock.pass(milliseconds);
      // This is more than any chain of promises in the callbacks.
      await new Promise(setImmediate);
    },
    touch: (): void => {
      for (const it of [...touched]) it();
    },
    turn: (to: 'front' | 'back'): void => {
      visible = to === 'front';
      for (const it of [...listeners]) it();
    },
  };
}
