import type { PollDeps } from '../../../src/islands/staff/polling.ts';

interface Timer {
  at: number;
  call: () => void;
}

/** A tab and its clock, which the test moves. Callbacks run before `pass` resolves. */
export function fakeTab() {
  const timers = new Set<Timer>();
  let time = 0;
  const listeners = new Set<() => void>();
  const touched = new Set<() => void>();
  let visible = true;

  const nextUntil = (end: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];

  const browser: PollDeps = {
    now: () => time,
    after: (milliseconds, call) => {
      const timer = { at: time + milliseconds, call };
      timers.add(timer);
      return () => {
        timers.delete(timer);
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
    pending: () => timers.size,
    pass: async (milliseconds: number): Promise<void> => {
      const end = time + milliseconds;
      for (let due = nextUntil(end); due; due = nextUntil(end)) {
        timers.delete(due);
        time = Math.max(time, due.at);
        due.call();
      }
      time = end;
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
