import { ownMachine } from '../../shared/own-machine.ts';

/** The server that checks e-mails and passwords. A page knows it before Firebase's code has loaded. */
export type Target =
  | { kind: 'project'; apiKey: string; authDomain: string | undefined }
  | { kind: 'emulator'; origin: string }
  | { kind: 'none' };

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
  // `npm start` forwards Firebase's calls to its emulator.
  if (ownMachine.includes(place.hostname)) return { kind: 'emulator', origin: place.origin };
  return { kind: 'none' };
}

export const isSetUp = (): boolean => targetOf(import.meta.env, location).kind !== 'none';
