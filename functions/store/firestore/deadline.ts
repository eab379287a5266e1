import { AsyncLocalStorage } from 'node:async_hooks';
import { GoogleAuth } from 'google-auth-library';

/** The longest that a call of the store may take. A visitor is waiting for the answer. */
export const patienceMs = 6000;

const current = new AsyncLocalStorage<AbortSignal>();

/** One for all requests of a call: what is waited for is their sum. */
export function deadline(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => {
    // Not as AbortSignal.timeout does it: the library tries again after a timeout, and not after this.
    controller.abort();
  }, patienceMs).unref();
  return controller.signal;
}

/** Runs what asks Firestore; past the deadline none of its requests goes out any more. */
export const within = <T>(late: AbortSignal, ask: () => Promise<T>): Promise<T> =>
  current.run(late, ask);

/** Called before each request to Firestore: past the deadline it throws, and nothing is sent. */
export const throwIfLate = (): void => {
  current.getStore()?.throwIfAborted();
};

/**
 * Every request passes here. The library has no setting for its patience with writes: unasked it
 * would try for ten minutes, and store what the visitor was long told had failed.
 */
export class PunctualAuth extends GoogleAuth {
  override async fetch<T>(...request: Parameters<GoogleAuth['fetch']>) {
    throwIfLate();
    return super.fetch<T>(...request);
  }
}
