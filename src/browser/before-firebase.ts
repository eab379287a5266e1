/** What a page knows of accounts before Firebase's code has loaded: who checks them, and what may fail. */
import { ownMachine } from '../shared/own-machine.ts';

/** The server that checks e-mails and passwords. */
export type Target =
  | { kind: 'project'; apiKey: string; authDomain: string | undefined }
  | { kind: 'emulator'; origin: string }
  | { kind: 'none' };

type Settings = Pick<ImportMetaEnv, 'PUBLIC_FIREBASE_API_KEY' | 'PUBLIC_FIREBASE_AUTH_DOMAIN'>;

/**
 * Don't mistake a deployed site without settings for the emulator: it would send passwords to a
 * host that can't check them.
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

/** The emulator requires a key and accepts any. */
export const localKey = 'local';

/** Where Firebase's `browserLocalPersistence` keeps the account of its only app. */
export const accountPlace = ({ PUBLIC_FIREBASE_API_KEY: key }: Settings): string =>
  `firebase:authUser:${key?.trim() || localKey}:[DEFAULT]`;

/** In ms, as in Firebase: a token that is about to expire may have expired when it arrives. */
export const leastLeft = 30_000;

/** The session ended in another tab or was revoked. The person has to log in again. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** Errors that Firebase doesn't have, with codes in the same form. */
export class AccountError extends Error {
  override name = 'AccountError';
  readonly code: 'account/not-set-up' | 'account/not-loaded' | 'account/no-storage';

  constructor(code: AccountError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The code of a Firebase error or an AccountError; empty for any other. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
