import { initializeApp } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { appOptions } from '../../functions/auth/verify.ts';
import type { AuthSettings } from '../../functions/env.ts';
import { codeOf, StartError } from '../command.ts';

/** The accounts of the project, or of the emulator that FIREBASE_AUTH_EMULATOR_HOST names. */
const openAccounts = (auth: AuthSettings): Auth =>
  getAuth(initializeApp(appOptions(auth), 'scripts'));

export async function findAccount(email: string, auth: AuthSettings): Promise<UserRecord> {
  try {
    return await openAccounts(auth).getUserByEmail(email);
  } catch (cause) {
    throw new StartError(sentence(email, cause), { cause });
  }
}

function sentence(email: string, cause: unknown): string {
  switch (codeOf(cause)) {
    case 'auth/user-not-found':
      return `No account has the address ${email}: sign up with it at /auth first.`;
    case 'auth/invalid-email':
      return `"${email}" is not an e-mail address.`;
    default:
      return unreadable(process.env.FIREBASE_AUTH_EMULATOR_HOST, String(cause));
  }
}

const unreadable = (emulator: string | undefined, reason: string): string =>
  emulator
    ? `The accounts at ${emulator} can't be read: start the site on this machine with npm start, and use the same PORT here. For a deployed site, set FIREBASE_SERVICE_ACCOUNT.`
    : `The accounts of the Firebase project can't be read: ${reason}`;

export const demoAdmin = {
  // Fixed, because the store keeps the role by uid while the emulator forgets its accounts.
  uid: 'demo-admin',
  email: 'admin@example.com',
  password: 'leadwright',
  emailVerified: true,
};

/** The id of the demo admin's account, which is created if it doesn't exist. */
export async function demoAccount(auth: AuthSettings): Promise<string> {
  const accounts = openAccounts(auth);
  try {
    const { uid } = await accounts.getUserByEmail(demoAdmin.email).catch((error: unknown) => {
      if (codeOf(error) !== 'auth/user-not-found') throw error;
      return accounts.createUser(demoAdmin);
    });
    return uid;
  } catch (cause) {
    throw new StartError(
      `The Auth emulator at ${process.env.FIREBASE_AUTH_EMULATOR_HOST} can't be used: start it, or remove FIREBASE_AUTH_EMULATOR_HOST and npm start brings its own.`,
      { cause },
    );
  }
}
