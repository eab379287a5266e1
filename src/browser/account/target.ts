/** The server that checks e-mails and passwords. */
export type Target =
  | { kind: 'project'; apiKey: string; authDomain: string | undefined }
  | { kind: 'emulator'; origin: string }
  | { kind: 'none' };

/** `npm start` listens only there, and forwards Firebase's calls to its emulator. */
const ownMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * A deployed site without settings must not be mistaken for the emulator: it would post passwords
 * to a host that can't check them.
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
