import { AsyncLocalStorage } from 'node:async_hooks';
// Import this directly: firebase-admin wraps the same class, and loads a third more code.
import { Firestore, type DocumentData, type DocumentSnapshot } from '@google-cloud/firestore';
import { GoogleAuth, PassThroughClient } from 'google-auth-library';
import { StoreUnavailable, type Store } from '../port.ts';

export type Connection =
  | { projectId: string; clientEmail: string; privateKey: string }
  /** As in FIRESTORE_EMULATOR_HOST: host and port. */
  | { projectId: string; emulatorHost: string };

/**
 * Over plain HTTP, a cold function answers before it could open a gRPC channel. But then the library
 * keeps each write in memory for a minute after the answer (its timeout signal does), which is too much
 * for a program that writes thousands. Decision 0027.
 */
export type Transport = 'rest' | 'grpc';

export function connect(connection: Connection, transport: Transport = 'rest'): Firestore {
  const { projectId } = connection;
  const settings = { projectId, preferRest: transport === 'rest' };
  if ('emulatorHost' in connection) {
    // Over REST the library looks for credentials even if nobody checks them.
    const auth = new PunctualAuth({ projectId, authClient: new PassThroughClient() });
    return new Firestore({ ...settings, auth, host: connection.emulatorHost, ssl: false });
  }
  const { clientEmail: client_email, privateKey: private_key } = connection;
  const auth = new PunctualAuth({ projectId, credentials: { client_email, private_key } });
  return new Firestore({ ...settings, auth });
}

/** The longest that a call of the store may take, since a visitor is waiting for the answer. */
export const usualPatience = 6000;

interface Call {
  late: AbortSignal;
  patienceMs: number;
}

const current = new AsyncLocalStorage<Call>();

/**
 * Runs a call of the store, or a part of one that takes long. All its requests share a deadline, because
 * a visitor waits for their sum. After it, none is sent.
 */
export async function inTime<T>(
  work: () => Promise<T>,
  patienceMs = current.getStore()?.patienceMs ?? usualPatience,
): Promise<T> {
  // Not AbortSignal.timeout: the library tries again after a timeout, but not after an abort.
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort();
  }, patienceMs);
  try {
    return await current.run({ late: late.signal, patienceMs }, work);
  } finally {
    clearTimeout(timer);
    late.abort();
  }
}

/** Gives each call of these its own deadline. */
export const eachInTime = <T extends Partial<Store>>(calls: T, patienceMs: number): T =>
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
  invalidArgument: 3,
  notFound: 5,
  alreadyExists: 6,
  failedPrecondition: 9,
  aborted: 10,
} as const;

/** Returns the library's answer if it comes in time. Whatever goes wrong, it throws StoreUnavailable. */
export async function available<T>(ask: () => Promise<T>): Promise<T> {
  const call = current.getStore();
  if (!call) return inTime(() => available(ask));
  const { late, patienceMs } = call;
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const giveUp = () => {
    reject(new StoreUnavailable(`No answer in ${patienceMs} ms.`));
  };
  late.addEventListener('abort', giveUp);
  if (late.aborted) giveUp();
  try {
    return await Promise.race([ask(), timeUp]);
  } catch (error) {
    throw new StoreUnavailable('Firestore could not be reached, read or written.', {
      cause: error,
    });
  } finally {
    late.removeEventListener('abort', giveUp);
  }
}

/** Firestore answered, but it refuses this write as it is: for one that is too big, for example. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof StoreUnavailable && hasCode(error.cause, [code.invalidArgument]);

const hasCode = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(Number(error.code));

/** Returns false if the write was refused for one of these reasons. */
export async function written(write: Promise<unknown>, ...refusals: number[]): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (hasCode(error, refusals)) return false;
    throw error;
  }
}

/** How many times others may come first. One of them gets through each time, so few tries are enough. */
export const mostTries = 50;

/** The refusals of a write if somebody else has made, changed or removed the document first. */
export const otherCameFirst = [
  code.alreadyExists,
  code.failedPrecondition,
  code.aborted,
  code.notFound,
];

/** Replaces these fields of a document, or makes it. Returns false if it has changed since the snapshot. */
export function unlessChanged(
  { ref, updateTime: lastUpdateTime }: DocumentSnapshot,
  document: DocumentData,
): Promise<boolean> {
  const writing = lastUpdateTime ? ref.update(document, { lastUpdateTime }) : ref.create(document);
  return written(writing, ...otherCameFirst);
}

interface Change<T> {
  /** Undefined if there is nothing that could change. */
  find: () => Promise<DocumentSnapshot | undefined>;
  /** Called again if somebody else comes first. Undefined: nothing is to be changed. */
  decide: (snapshot: DocumentSnapshot) => T | undefined;
  toDocument: (changed: T) => DocumentData;
}

/** Changes a document once, and returns it as it was written. Others may change it at the same time. */
export async function changeOnce<T>(
  { find, decide, toDocument }: Change<T>,
  tooOften: string,
): Promise<T | undefined> {
  const stamp = crypto.randomUUID();
  let changed: T | undefined;
  for (let tries = 0; tries < mostTries; tries++) {
    const snapshot = await find();
    // It is written already: the answer was lost, and the library tried again and was refused.
    if (changed && snapshot?.get('stamp') === stamp) return changed;
    changed = snapshot && decide(snapshot);
    if (!snapshot || !changed) return undefined;
    const document = { ...toDocument(changed), stamp };
    if (await available(() => unlessChanged(snapshot, document))) return changed;
  }
  throw new StoreUnavailable(tooOften);
}
