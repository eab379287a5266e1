import type { Clock } from '../../src/islands/demo-feed/feed.ts';

interface Timer {
  at: number;
  call: () => void;
}

/**
 * A clock that moves when told to, and calls what comes due on the way, in order. Browsers round
 * their clocks, so that a timer may seem to come a little `early`.
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
    /** Time goes by while nothing is called, as in a machine that sleeps. */
    sleep(milliseconds: number): void {
      time += milliseconds;
    },
  };
}
