/** Netlify calls scheduled functions each minute; nobody wants to wait for that here. */
export const TICK_MS = 1000;

/** Calls again and again, never before the last call has ended. Stops at once when told. */
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
