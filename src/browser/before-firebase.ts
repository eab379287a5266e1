/** What a page knows of accounts before Firebase's code has loaded: who checks them, what may fail, and where a login leads. */
import { ownMachine } from '../shared/api.ts';

/** The server that checks e-mails and passwords. */
type Target =
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

const home = '/admin';

/** The address of /auth that leads back to a page for staff. A search stays behind #, which no request has. */
export function signInPath(back: string): string {
  const [path = '', hash = ''] = back.split(/(?=#)/);
  return `/auth${path === home ? '' : `?return=${encodeURIComponent(path)}`}${hash}`;
}

/**
 * The page after a login: the staff page that `?return=` names, or the inbox, with the search behind #.
 * Anyone can craft such an address, so it can't lead anywhere else.
 */
export function returnPath({
  search,
  hash,
  origin,
}: Pick<Location, 'search' | 'hash' | 'origin'>): string {
  const wanted = new URLSearchParams(search).get('return') ?? home + hash;
  let url: URL;
  try {
    // Parse it as a browser does: '//elsewhere' and '/\elsewhere' are other sites.
    url = new URL(wanted, origin);
  } catch {
    return home;
  }
  const inInbox = url.pathname === home || url.pathname.startsWith(`${home}/`);
  return url.origin === origin && inInbox ? url.pathname + url.search + (url.hash || hash) : home;
}
