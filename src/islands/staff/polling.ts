/** A new lead appears within this time while somebody is at the tab. */
export const pollEvery = 15_000;

/** And within this time while the tab is only visible. */
export const idleEvery = 60_000;

/** Somebody is at the tab until this long after the last key or pointer. */
export const idleAfter = 120_000;

/** A quick look at another tab must not cause a request. */
const leastPause = 3000;

export interface PollDeps {
  now: () => number;
  /** Calls once, unless the returned function cancels it first. */
  after: (milliseconds: number, call: () => void) => () => void;
  tab: {
    isVisible: () => boolean;
    onChange: (listener: () => void) => () => void;
    /** Calls at each key and each move of a pointer. */
    onTouch: (listener: () => void) => () => void;
  };
}

/** Checks at intervals while the tab is visible, and at once when it becomes visible. */
export function poll(check: () => Promise<void>, { now, after, tab }: PollDeps): () => void {
  let stopTimer: (() => void) | undefined;
  let last = now();
  let touched = now();
  let checking = false;
  let stopped = false;

  const isIdle = (): boolean => now() - touched >= idleAfter;

  const schedule = (): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (stopped || checking || !tab.isVisible()) return;
    const due = Math.max(leastPause, last + (isIdle() ? idleEvery : pollEvery) - now());
    stopTimer = after(due, () => void checkNow());
  };

  const checkNow = async (): Promise<void> => {
    checking = true;
    stopTimer?.();
    await check();
    last = now();
    checking = false;
    schedule();
  };

  const stopListening = tab.onTouch(() => {
    const wasIdle = isIdle();
    touched = now();
    if (wasIdle) schedule();
  });
  const stopWatching = tab.onChange(() => {
    touched = now();
    if (tab.isVisible() && !checking && now() - last >= leastPause) void checkNow();
    else schedule();
  });
  schedule();

  return () => {
    stopped = true;
    stopTimer?.();
    stopListening();
    stopWatching();
  };
}

/** The pause between two checks depends on the time since watching began. */
const pauses = [
  { until: 20_000, pause: 1000 },
  { until: 120_000, pause: 5000 },
];
const longest = 15_000;

/** Most deliveries arrive within a second, but some take hours. */
export const pauseAfter = (elapsed: number): number =>
  pauses.find(({ until }) => elapsed < until)?.pause ?? longest;

/** Checks less and less often while the tab is visible, until `check` returns false. */
export function watch(
  check: (signal: AbortSignal) => Promise<boolean>,
  { now, after, tab }: PollDeps,
): () => void {
  const ended = new AbortController();
  const began = now();
  let stopTimer: (() => void) | undefined;
  let checking = false;

  const schedule = (pause: number): void => {
    stopTimer?.();
    stopTimer = undefined;
    if (ended.signal.aborted || checking || !tab.isVisible()) return;
    stopTimer = after(pause, () => void checkNow());
  };

  const checkNow = async (): Promise<void> => {
    checking = true;
    const goOn = await check(ended.signal);
    checking = false;
    if (goOn) schedule(pauseAfter(now() - began));
    else stop();
  };

  const stopFollowing = tab.onChange(() => {
    schedule(0);
  });

  const stop = (): void => {
    ended.abort();
    stopTimer?.();
    stopFollowing();
  };

  schedule(pauseAfter(0));
  return stop;
}

/** The browser's clock and this tab. */
export const browserTab: PollDeps = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  tab: {
    isVisible: () => document.visibilityState === 'visible',
    onChange(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => {
        document.removeEventListener('visibilitychange', listener);
      };
    },
    onTouch(listener) {
      const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel'];
      for (const it of touches) addEventListener(it, listener, { passive: true, capture: true });
      return () => {
        for (const it of touches) removeEventListener(it, listener, { capture: true });
      };
    },
  },
};
