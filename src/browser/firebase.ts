/** Firebase Auth: for the site's project, or for the emulator on a developer's machine. */
import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  initializeAuth,
  type Auth,
} from 'firebase/auth';
import { ownMachine } from '../shared/api.ts';

type Target =
  | { kind: 'project'; apiKey: string; authDomain: string | undefined }
  | { kind: 'emulator'; origin: string }
  | { kind: 'none' };

type Settings = Pick<ImportMetaEnv, 'PUBLIC_FIREBASE_API_KEY' | 'PUBLIC_FIREBASE_AUTH_DOMAIN'>;

/**
 * A deployed site without settings must not count as the emulator: it would send passwords to a host that
 * can't check them.
 */
export function targetOf(settings: Settings, place: Pick<Location, 'hostname' | 'origin'>): Target {
  const apiKey = settings.PUBLIC_FIREBASE_API_KEY?.trim();
  const authDomain = settings.PUBLIC_FIREBASE_AUTH_DOMAIN?.trim();
  if (apiKey) return { kind: 'project', apiKey, authDomain: authDomain || undefined };
  // `npm start` forwards Firebase's calls to its emulator.
  if (ownMachine.includes(place.hostname)) return { kind: 'emulator', origin: place.origin };
  return { kind: 'none' };
}

export const isSetUp = (): boolean => targetOf(import.meta.env, location).kind !== 'none';

export function openAuth(name?: string, persistence = browserLocalPersistence): Auth {
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

/** Errors that Firebase doesn't have, with codes in Firebase's format. */
export class AccountError extends Error {
  override name = 'AccountError';
  readonly code: 'account/not-set-up' | 'account/no-storage';

  constructor(code: AccountError['code']) {
    super(code);
    this.code = code;
  }
}

export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
