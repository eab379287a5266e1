import { cert, initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import type { Settings } from '../../functions/env.ts';

/** The accounts of the project, or of the emulator that FIREBASE_AUTH_EMULATOR_HOST names. */
export function openAccounts({ projectId, account }: Settings['auth']): Auth {
  const options = { projectId, ...(account && { credential: cert(account) }) };
  return getAuth(initializeApp(options, 'scripts'));
}

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
