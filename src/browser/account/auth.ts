import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  type Auth,
  type Persistence,
} from 'firebase/auth';
import { AccountError } from './errors.ts';
import { targetOf } from './target.ts';

/** Sessions under different names don't see each other. */
export function openAuth(name?: string, persistence: Persistence = browserLocalPersistence): Auth {
  const target = targetOf(import.meta.env, location);
  if (target.kind === 'none') throw new AccountError('account/not-set-up');
  const options =
    target.kind === 'project'
      ? { apiKey: target.apiKey, ...(target.authDomain && { authDomain: target.authDomain }) }
      : // The emulator asks for a key and takes any.
        { apiKey: 'local' };
  const auth = initializeAuth(initializeApp(options, name), { persistence });
  // Its banner is an inline style on our page, which our policy forbids.
  if (target.kind === 'emulator')
    connectAuthEmulator(auth, target.origin, { disableWarnings: true });
  return auth;
}

export const isSetUp = (): boolean => targetOf(import.meta.env, location).kind !== 'none';

/** Firebase falls back to the page's memory without a word, and the next page knows of no session. */
export function canKeepSession(): boolean {
  try {
    localStorage.setItem('leadwright:probe', '');
    localStorage.removeItem('leadwright:probe');
    return true;
  } catch {
    return false;
  }
}
