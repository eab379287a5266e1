/** The spec's waits between retries of a query: one second, doubled each time, at most 30. */
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

/** Retries what may succeed later, and rejects with the last error. */
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

/** Rejects as soon as the signal aborts. */
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
