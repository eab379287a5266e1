import { setTimeout } from 'node:timers/promises';
import { cert, initializeApp, type AppOptions } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { isObject, jsonIn } from '../../src/shared/json.ts';
import type { SiteDeps } from '../deps.ts';
import type { AuthSettings } from '../env.ts';
import { Unavailable } from '../unavailable.ts';

const refused = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/**
 * Checks tokens with Google's keys, or with the emulator, which signs nothing. A token is valid for an hour, even after
 * its session has ended, so each call also costs a request to Firebase.
 */
export function firebaseVerifier(options: AppOptions): SiteDeps['verify'] {
  const auth = getAuth(initializeApp(options, crypto.randomUUID()));
  return async (token) => {
    if (!isToken(token)) return undefined;
    try {
      // `true` asks Firebase whether the session was revoked or the account disabled.
      const { uid, email } = await inTime(auth.verifyIdToken(token, true));
      return { uid, email };
    } catch (cause) {
      if (isRefusal(cause)) return undefined;
      throw new Unavailable('Firebase could not check a token.', { cause });
    }
  };
}

export const appOptions = ({ projectId, account }: AuthSettings): AppOptions =>
  account ? { projectId, credential: cert(account) } : { projectId };

/** In ms. The library waits for 25 seconds, which is too long for a person. */
const patience = 8000;

const inTime = <T>(work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    setTimeout(patience, undefined, { ref: false }).then(() => {
      throw new Unavailable(`No answer in ${patience} ms.`);
    }),
  ]);

/** For a token without JSON objects, the library throws errors that look like its own failures. */
function isToken(token: string): boolean {
  const [header = '', payload = ''] = token.split('.');
  return [header, payload].every((part) =>
    isObject(jsonIn(Buffer.from(part, 'base64').toString())),
  );
}

function isRefusal(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // The same code also means that Google's keys could not be fetched. In that case, the token isn't refused.
  return refused.has(String(code)) && !/^Error fetching /.test(String(message));
}
