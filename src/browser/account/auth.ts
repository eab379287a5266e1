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
