import { AsyncLocalStorage } from 'node:async_hooks';
import { initializeApp } from 'firebase-admin/app';
import { initializeFirestore, type Firestore } from 'firebase-admin/firestore';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';
import { StoreUnavailable } from '../port.ts';

export type Connection =
  | { projectId: string; clientEmail: string; privateKey: string }
  /** Host and port, as in FIRESTORE_EMULATOR_HOST. */
  | { projectId: string; emulatorHost: string };

/**
 * Over plain HTTP, a cold function answers before it could open a gRPC channel. But each write then stays in memory for a
 * minute, by the library's timeout signal: too much for a program with thousands of writes. Decision 0034.
 */
export type Transport = 'rest' | 'grpc';

export function connect(connection: Connection, transport: Transport = 'rest'): Firestore {
  const { projectId } = connection;
  // A separate app for each store, because a process may open several projects.
  const app = initializeApp({ projectId }, crypto.randomUUID());
  const firestore = initializeFirestore(app, { preferRest: transport === 'rest' });
  if ('emulatorHost' in connection) {
    // Over REST, the library looks for credentials, which the emulator doesn't check.
    const auth = new PunctualAuth({ projectId, authClient: new PassThroughClient() });
    firestore.settings({ auth, host: connection.emulatorHost, ssl: false });
    return firestore;
  }
  const { clientEmail: client_email, privateKey: private_key } = connection;
  const credentials = { client_email, private_key };
  firestore.settings({ auth: new PunctualAuth({ projectId, credentials }) });
  return firestore;
}

/** In ms: the limit of a store call while a visitor waits. */
export const usualPatience = 6000;

interface Deadline {
  /** Aborted at the deadline, and when the call has ended. */
  late: AbortSignal;
  /** Rejects at the deadline. */
  timeUp: Promise<never>;
}

const current = new AsyncLocalStorage<Deadline>();

/** All requests of the call share a deadline, because a visitor waits for their sum. After it, none is sent. */
export async function inTime<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  if (current.getStore()) return work();
  // Not AbortSignal.timeout: the library tries again after a timeout, but not after an abort.
  const late = new AbortController();
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  // Between two requests, nothing awaits the rejection.
  timeUp.catch(() => undefined);
  const timer = setTimeout(() => {
    late.abort();
    reject(new StoreUnavailable(`No answer in ${patienceMs} ms.`));
  }, patienceMs);
  try {
    return await current.run({ late: late.signal, timeUp }, work);
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}

/** Gives each call a deadline, unless it is part of a call with a deadline. */
export const eachInTime = <T extends object>(calls: T, patienceMs: number): T =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: unknown[]) =>
        inTime(() => (call as (...args: unknown[]) => Promise<unknown>)(...args), patienceMs),
    ]),
  ) as T;

/** Called before each request to Firestore. After the deadline it throws, so nothing is sent. */
export const throwIfLate = (): void => {
  current.getStore()?.late.throwIfAborted();
};

/**
 * The library retries a write for ten minutes, whatever timeout is set, so a lead could be stored long after an
 * error. A write that was sent before the deadline may still succeed; the visitor's retry has the same id.
 */
class PunctualAuth extends GoogleAuth {
  override async fetch<T>(...request: Parameters<GoogleAuth['fetch']>) {
    throwIfLate();
    return super.fetch<T>(...request);
  }
}

/** Status codes of gRPC, which the library also uses over REST. */
export const code = {
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  aborted: 10,
} as const;

/** Must be called within `inTime`. Throws StoreUnavailable for every error, and at the deadline. */
export async function available<T>(ask: () => Promise<T>): Promise<T> {
  const { late, timeUp } = current.getStore() as Deadline;
  try {
    late.throwIfAborted();
    return await Promise.race([ask(), timeUp]);
  } catch (error) {
    throw new StoreUnavailable('Firestore could not be reached, read or written.', {
      cause: error,
    });
  }
}

const conflicts = [code.alreadyExists, code.failedPrecondition, code.aborted, code.notFound];

/** Returns false if another writer has created, changed or removed the document first. */
export async function isFirst(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const number = Number((error as { code?: unknown }).code);
    if (conflicts.some((it) => it === number)) return false;
    throw error;
  }
}
