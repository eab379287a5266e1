import type { UserRecord } from 'firebase-admin/auth';
import type { Settings } from '../../functions/env.ts';
import { StartError } from '../serve/start-error.ts';
import { codeOf, openAccounts } from './accounts.ts';

export async function findAccount(email: string, auth: Settings['auth']): Promise<UserRecord> {
  try {
    return await (await openAccounts(auth)).getUserByEmail(email);
  } catch (cause) {
    throw new StartError(sentence(email, cause), { cause });
  }
}

function sentence(email: string, cause: unknown): string {
  switch (codeOf(cause)) {
    case 'auth/user-not-found':
      return `No account has the address ${email}: sign up with it at /auth first.`;
    case 'auth/invalid-email':
      return `"${email}" is no e-mail address.`;
    default:
      return unreadable(process.env.FIREBASE_AUTH_EMULATOR_HOST, String(cause));
  }
}

const unreadable = (emulator: string | undefined, reason: string): string =>
  emulator
    ? `No accounts can be read at ${emulator}: start the site on this machine with npm start, and set PORT here as there. For a deployed site, set FIREBASE_SERVICE_ACCOUNT.`
    : `The accounts of the Firebase project can't be read: ${reason}`;
