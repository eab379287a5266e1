/** A new lead appears within this time while somebody is at the tab. */
export const pollEvery = 15_000;

/** And within this time while the tab is only visible. */
export const idleEvery = 60_000;

/** Somebody is at the tab until this long after the last key or pointer. */
export const idleAfter = 120_000;

/** A quick look at another tab must not cause a request. */
const leastPause = 3000;

const touches = ['pointermove', 'pointerdown', 'keydown', 'wheel'];

/** Checks at intervals while the tab is visible, and at once when it becomes visible. */
export function poll(check: () => Promise<unknown>): () => void {
  const ended = new AbortController();
  let last = performance.now();
  let touched = last;
  let isChecking = false;

  const checkAfter = async (pause: number): Promise<void> => {
    if (isChecking || document.hidden || performance.now() - last < pause) return;
    isChecking = true;
    await check();
    last = performance.now();
    isChecking = false;
  };

  const timer = setInterval(() => {
    const isIdle = performance.now() - touched > idleAfter;
    void checkAfter(isIdle ? idleEvery : pollEvery);
  }, 1000);

  const touch = (): void => {
    touched = performance.now();
  };
  const listening = { signal: ended.signal, passive: true, capture: true };
  for (const it of touches) document.addEventListener(it, touch, listening);
  document.addEventListener(
    'visibilitychange',
    () => {
      touch();
      void checkAfter(leastPause);
    },
    listening,
  );

  addEventListener('online', () => void checkAfter(0), listening);

  return () => {
    clearInterval(timer);
    ended.abort();
  };
}
