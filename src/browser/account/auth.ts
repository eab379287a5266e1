import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  type Auth,
  type Persistence,
} from 'firebase/auth';
import { AccountError } from './errors.ts';

/** The server that checks e-mails and passwords. */
export type Target =
  | { kind: 'project'; apiKey: string; authDomain: string | undefined }
  | { kind: 'emulator'; origin: string }
  | { kind: 'none' };

/** `npm start` listens only on these hosts, and forwards Firebase's calls to its emulator. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Don't mistake a deployed site without settings for the emulator: it would send passwords to a
 * host that can't check them.
 */
export function targetOf(
  settings: Pick<ImportMetaEnv, 'PUBLIC_FIREBASE_API_KEY' | 'PUBLIC_FIREBASE_AUTH_DOMAIN'>,
  place: Pick<Location, 'hostname' | 'origin'>,
): Target {
  const apiKey = settings.PUBLIC_FIREBASE_API_KEY?.trim();
  const authDomain = settings.PUBLIC_FIREBASE_AUTH_DOMAIN?.trim();
  if (apiKey) return { kind: 'project', apiKey, authDomain: authDomain || undefined };
  if (ownMachine.includes(place.hostname)) return { kind: 'emulator', origin: place.origin };
  return { kind: 'none' };
}

/** Auth instances with different names have separate sessions. */
export function openAuth(name?: string, persistence: Persistence = browserLocalPersistence): Auth {
  const target = targetOf(import.meta.env, location);
  if (target.kind === 'none') throw new AccountError('account/not-set-up');
  const options =
    target.kind === 'project'
      ? { apiKey: target.apiKey, ...(target.authDomain && { authDomain: target.authDomain }) }
      : // The emulator requires a key and accepts any.
        { apiKey: 'local' };
  const auth = initializeAuth(initializeApp(options, name), { persistence });
  // The warning banner uses inline styles, which our content security policy forbids.
  if (target.kind === 'emulator')
    connectAuthEmulator(auth, target.origin, { disableWarnings: true });
  return auth;
}

export const isSetUp = (): boolean => targetOf(import.meta.env, location).kind !== 'none';

/** Without storage, Firebase silently keeps the session in memory, and the next page has none. */
export function canKeepSession(): boolean {
  try {
    localStorage.setItem('leadwright:probe', '');
    localStorage.removeItem('leadwright:probe');
    return true;
  } catch {
    return false;
  }
}
