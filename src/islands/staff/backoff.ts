/** Waits between the tries of a query, as the spec gives them: one second doubling, at most 30. */
const retries = 3;
const firstWait = 1000;
const longestWait = 30_000;

export const waitBefore = (retry: number): number =>
  Math.min(firstWait * 2 ** (retry - 1), longestWait);

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

interface Options {
  wait: Wait;
  isWorthRetrying: (error: unknown) => boolean;
  signal?: AbortSignal | undefined;
}

/** Tries again what may succeed later. The last error is the one that comes through. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  { wait, isWorthRetrying, signal }: Options,
): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry > retries || signal?.aborted || !isWorthRetrying(error)) throw error;
      await wait(waitBefore(retry), signal);
    }
  }
}

/** The browser's own: rejects as soon as the signal says so. */
export const browserWait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
