import { initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth } from 'firebase-admin/auth';
import { appOptions } from '../../functions/auth/verify.ts';
import type { Settings } from '../../functions/env.ts';

/** The accounts of the project, or of the emulator that FIREBASE_AUTH_EMULATOR_HOST names. */
export const openAccounts = async (auth: Settings['auth']): Promise<Auth> =>
  getAuth(initializeApp(await appOptions(auth), 'scripts'));

export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
