import type { AppOptions } from 'firebase-admin/app';
import { isObject } from '../../src/shared/audit.ts';
import type { SiteDeps } from '../deps.ts';
import type { Settings } from '../env.ts';
import { Unavailable } from '../http/refusal.ts';

/** What Firebase says of tokens that are not, or no longer, good. */
const refused = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** Verifies by Google's keys; in front of the emulator, which signs nothing, by its word. */
export async function firebaseVerifier(options: AppOptions): Promise<SiteDeps['verify']> {
  const [{ initializeApp }, { getAuth }] = await Promise.all([
    app(),
    import('firebase-admin/auth'),
  ]);
  const auth = getAuth(initializeApp(options, crypto.randomUUID()));
  return async (token) => {
    if (!isToken(token)) return undefined;
    try {
      // Asks Firebase whether the account still is: a session that was ended ends here as well.
      const { uid, email } = await inTime(auth.verifyIdToken(token, true));
      return { uid, email };
    } catch (cause) {
      if (isRefusal(cause)) return undefined;
      throw new Unavailable('Firebase could not check a token.', { cause });
    }
  };
}

export async function appOptions({ projectId, account }: Settings['auth']): Promise<AppOptions> {
  if (!account) return { projectId };
  const { cert } = await app();
  return { projectId, credential: cert(account) };
}

/**
 * Netlify bundles our own files into one, and what it imports at its top is loaded at every start:
 * only a package that is asked for by name here waits for a token.
 */
const app = () => import('firebase-admin/app');

/** The library waits for 25 seconds, and somebody is waiting for the answer. */
const patience = 8000;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`No answer in ${patience} ms`));
  }, patience);
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Whether a token's header and payload are JSON objects. At anything else the library fails with
 * errors that look like failures of its own.
 */
function isToken(token: string): boolean {
  const [header, payload] = token.split('.');
  return isJsonObject(header) && isJsonObject(payload);
}

function isJsonObject(part = ''): boolean {
  try {
    return isObject(JSON.parse(Buffer.from(part, 'base64').toString()));
  } catch {
    return false;
  }
}

function isRefusal(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // The same code says that Google's keys could not be fetched, which is no fault of the token's.
  return refused.has(String(code)) && !/^Error fetching /.test(String(message));
}
