import { codeOf } from './errors.ts';

/** Milliseconds to wait before each retry of a refresh. */
const waits = [200, 400, 800] as const;

/** The session has ended, whatever the browser has stored: no retry helps. */
const ended = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

export const endsSession = (error: unknown): boolean => ended.includes(codeOf(error));

/** Retries only if the network fails. */
export async function retryOutages<T>(
  ask: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (const ms of waits) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== 'auth/network-request-failed') throw error;
      await wait(ms);
    }
  }
  return ask();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
