import { randomBytes } from 'node:crypto';
import { initializeApp, type AppOptions } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { appOptions } from '../../functions/auth/verify.ts';
import type { AuthSettings } from '../../functions/env.ts';
import { codeOf, saying, StartError } from '../command.ts';
import { ownerToken } from '../tools.ts';

/** The accounts of the project, or of the emulator that FIREBASE_AUTH_EMULATOR_HOST names. */
export const openAccounts = (options: AppOptions): Auth =>
  getAuth(initializeApp(options, 'scripts'));

/**
 * Options for changing accounts, with the rights of the gcloud user. The site's service account may only look
 * accounts up.
 */
export async function ownerOptions(auth: AuthSettings): Promise<AppOptions> {
  const { projectId, account } = auth;
  if (!account) return appOptions(auth);
  const again = 'then run this command again.';
  const access_token = await ownerToken({ folder: process.cwd(), env: process.env, again });
  // Google refuses a person's token unless it knows which project's quota to use.
  process.env.GOOGLE_CLOUD_QUOTA_PROJECT = projectId;
  const getAccessToken = () => Promise.resolve({ access_token, expires_in: 3600 });
  return { projectId, credential: { getAccessToken } };
}

/** Undefined if no account has this address. */
const lookUp = (accounts: Auth, email: string): Promise<UserRecord | undefined> =>
  accounts.getUserByEmail(email).catch((error: unknown) => {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
    return undefined;
  });

export const findAccount = (accounts: Auth, email: string) =>
  orReason(email, () => lookUp(accounts, email));

/**
 * Creates an account that only the owner of the mailbox can open: its random password is discarded, and a link sets
 * a new one. An existing account with this address is deleted: anyone may have created it, and a new password would not
 * lock its creator out. A second factor, a linked provider, or a link that changes the address back would still work.
 */
export const makeAccount = (accounts: Auth, email: string, existing: UserRecord | undefined) =>
  orReason(email, async () => {
    if (existing) await accounts.deleteUser(existing.uid);
    const password = randomBytes(32).toString('base64url');
    const { uid } = await accounts.createUser({ email, password });
    return { uid, link: await accounts.generatePasswordResetLink(email) };
  });

const orReason = <T>(email: string, work: () => Promise<T>): Promise<T> =>
  work().catch((cause: unknown) => {
    throw new StartError(sentence(email, cause), { cause });
  });

function sentence(email: string, cause: unknown): string {
  const { FIREBASE_AUTH_EMULATOR_HOST: emulator } = process.env;
  switch (codeOf(cause)) {
    case 'auth/invalid-email':
      return `"${email}" is not an e-mail address.`;
    case 'auth/insufficient-permission':
      return 'The account that gcloud is logged in with may not change accounts: log in as an owner of the project with gcloud auth login, then run this command again.';
    default:
      return emulator
        ? `The accounts at ${emulator} can't be read: start the site on this machine with npm start, and use the same PORT here. For the deployed site, add --env .env.live.`
        : `The accounts of the Firebase project can't be used: ${String(cause)}`;
  }
}

export const demoAdmin = {
  // Fixed, because the store keeps the role of this uid when the emulator loses its accounts.
  uid: 'demo-admin',
  email: 'admin@example.com',
  password: 'leadwright',
  emailVerified: true,
};

/** Returns the uid of the demo admin, and creates the account if it doesn't exist. */
export async function demoAccount(auth: AuthSettings): Promise<string> {
  const accounts = openAccounts(appOptions(auth));
  const { uid } = await lookUp(accounts, demoAdmin.email)
    .then((found) => found ?? accounts.createUser(demoAdmin))
    .catch(
      saying(
        `The Auth emulator at ${process.env.FIREBASE_AUTH_EMULATOR_HOST} can't be used: start it, or remove FIREBASE_AUTH_EMULATOR_HOST and npm start brings its own.`,
      ),
    );
  return uid;
}
