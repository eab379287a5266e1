import { StoreUnavailable } from '../port.ts';
import { deadline, patienceMs, within } from './deadline.ts';

/** gRPC's numbers, which the library gives over REST as well. */
export const code = {
  invalidArgument: 3,
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  aborted: 10,
} as const;

/** What the library answers, if it does so in time; all that goes wrong with it is one error. */
export async function available<T>(ask: () => Promise<T>, late = deadline()): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    reject(new Error(`No answer in ${patienceMs} ms`));
  };
  late.addEventListener('abort', giveUp);
  if (late.aborted) giveUp();
  try {
    return await Promise.race([within(late, ask), timeUp]);
  } catch (error) {
    throw new StoreUnavailable('Firestore could not be reached, read or written', { cause: error });
  } finally {
    late.removeEventListener('abort', giveUp);
  }
}

/** Firestore was there and will not take it as it is: too big a write, for one. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof StoreUnavailable && hasCode(error.cause, [code.invalidArgument]);

const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(Number(error.code));

/** Whether it was, and not refused for one of these reasons. */
export async function written(write: Promise<unknown>, ...refusals: number[]): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasCode(error, refusals)) return false;
    throw error;
  }
}
