/** Netlify calls scheduled functions each minute; a developer shouldn't have to wait that long. */
export const TICK_MS = 1000;

/** Calls `tick` repeatedly, but never before the last call has ended. */
export function startTicker(tick: () => Promise<void>, everyMs: number): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const wait = () => {
    if (!stopped) timer = setTimeout(run, everyMs);
  };
  const run = () => {
    tick()
      .catch((error: unknown) => {
        console.error('A scheduled function failed:', error);
      })
      .finally(wait);
  };
  wait();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
