import { StoreUnavailable } from '../store.ts';
import { patienceMs } from './patience.ts';

/** gRPC's numbers, which the library gives over REST as well. */
export const code = { alreadyExists: 6, failedPrecondition: 9, aborted: 10 } as const;

export const failedWith = (error: unknown, ...codes: number[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(Number(error.code));

/** One for all requests of a call: a visitor waits for their sum. */
export const deadline = (): AbortSignal => AbortSignal.timeout(patienceMs);

/** What the library answers, if it does so in time; all that goes wrong with it is one error. */
export async function available<T>(answer: Promise<T>, late = deadline()): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    reject(new Error(`No answer in ${patienceMs} ms`));
  };
  late.addEventListener('abort', giveUp);
  if (late.aborted) giveUp();
  try {
    return await Promise.race([answer, timeUp]);
  } catch (error) {
    throw new StoreUnavailable('Firestore could not be reached, read or written', { cause: error });
  } finally {
    late.removeEventListener('abort', giveUp);
  }
}
