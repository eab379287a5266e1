import type { Clock } from '../../../src/islands/demo-feed/feed.ts';

interface Timer {
  at: number;
  call: () => void;
}

/**
 * A clock that only `pass` moves, calling each timer that comes due, in order. Browsers round their
 * clocks, so a timer may seem a little `early`.
 */
export function fakeClock({ start = 0, early = 0 } = {}) {
  const timers = new Set<Timer>();
  let time = start;

  const nextUntil = (end: number): Timer | undefined =>
    [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];

  const clock: Clock = {
    now: () => time,
    after(milliseconds, call) {
      const timer = { at: time + Math.max(0, milliseconds - early), call };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
  };

  return {
    ...clock,
    pending: () => timers.size,
    pass(milliseconds: number): void {
      const end = time + milliseconds;
      for (let due = nextUntil(end); due; due = nextUntil(end)) {
        timers.delete(due);
        time = Math.max(time, due.at);
        due.call();
      }
      time = end;
    },
    /** Moves the time without calling timers, as on a machine that sleeps. */
    sleep(milliseconds: number): void {
      time += milliseconds;
    },
  };
}
