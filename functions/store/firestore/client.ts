import { AsyncLocalStorage } from 'node:async_hooks';
import { initializeApp } from 'firebase-admin/app';
import { initializeFirestore, type Firestore } from 'firebase-admin/firestore';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';
import { StoreUnavailable } from '../port.ts';

export type Connection =
  | { projectId: string; clientEmail: string; privateKey: string }
  /** As in FIRESTORE_EMULATOR_HOST: host and port. */
  | { projectId: string; emulatorHost: string };

/**
 * Over plain HTTP, a cold function answers before it could open a gRPC channel. But then the library
 * keeps each write in memory for a minute after the answer (its timeout signal does), which is too much
 * for a program that writes thousands. Decision 0034.
 */
export type Transport = 'rest' | 'grpc';

export function connect(connection: Connection, transport: Transport = 'rest'): Firestore {
  const { projectId } = connection;
  // Each store has an app of its own: a process may open several projects.
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

/** How long a call of the store may take while a visitor waits for the answer. */
export const usualPatience = 6000;

interface Deadline {
  /** Aborted when time is up, and once the call has ended. */
  late: AbortSignal;
  /** Rejects when time is up. */
  timeUp: Promise<never>;
}

const current = new AsyncLocalStorage<Deadline>();

/**
 * Runs a call of the store. All its requests share a deadline, because a visitor waits for their sum.
 * After it, none is sent.
 */
export async function inTime<T>(work: () => Promise<T>, patienceMs: number): Promise<T> {
  if (current.getStore()) return work();
  // Not AbortSignal.timeout: the library tries again after a timeout, but not after an abort.
  const late = new AbortController();
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  // Between two requests, nobody waits for it.
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

/** Gives each of these calls its own deadline, unless it is part of a call that has one. */
export const eachInTime = <T extends object>(calls: T, patienceMs: number): T =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: unknown[]) =>
        inTime(() => (call as (...args: unknown[]) => Promise<unknown>)(...args), patienceMs),
    ]),
  ) as T;

/** Called before each request to Firestore: after the deadline it throws, so nothing is sent. */
export const throwIfLate = (): void => {
  current.getStore()?.late.throwIfAborted();
};

/**
 * Every request passes here. The library has no time limit for writes: it would try for ten minutes,
 * and store a lead long after the visitor was told that it failed. Decision 0009.
 */
class PunctualAuth extends GoogleAuth {
  override async fetch<T>(...request: Parameters<GoogleAuth['fetch']>) {
    throwIfLate();
    return super.fetch<T>(...request);
  }
}

/** gRPC's error numbers, which the library also uses over REST. */
export const code = {
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  aborted: 10,
} as const;

/**
 * Returns the library's answer if it comes in time, within a call that `inTime` runs. Whatever goes wrong, it throws
 * StoreUnavailable.
 */
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

const otherCameFirst = [code.alreadyExists, code.failedPrecondition, code.aborted, code.notFound];

/** Returns false if somebody else has made, changed or removed the document first. */
export async function isFirst(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    const number = Number((error as { code?: unknown }).code);
    if (otherCameFirst.some((it) => it === number)) return false;
    throw error;
  }
}
