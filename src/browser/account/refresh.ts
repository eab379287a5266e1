import { codeOf } from './errors.ts';

/** Waits before a refresh is tried again, in milliseconds. */
const waits = [200, 400, 800] as const;

/** Answers that no retry changes: the session is over, whatever the browser has stored. */
const over = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

export const isOver = (error: unknown): boolean => over.includes(codeOf(error));

/** Tries again while the network is what fails. */
export async function throughOutages<T>(
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
