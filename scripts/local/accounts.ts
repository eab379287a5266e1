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
 * Options for changing an account. The site's service account may only look accounts up, so this takes the
 * rights of whoever is logged in to gcloud.
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
 * Makes an account that only the owner of the mailbox can open: nobody knows its password, and a link sets
 * another one. An account that had this address is deleted, because whoever made it could have kept more than
 * a password and a session: a second factor, or a link that changes the address back. Decision 0011.
 */
export const makeAccount = (accounts: Auth, email: string, old: UserRecord | undefined) =>
  orReason(email, async () => {
    if (old) await accounts.deleteUser(old.uid);
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
  // Fixed, because the store keeps the role by uid while the emulator forgets its accounts.
  uid: 'demo-admin',
  email: 'admin@example.com',
  password: 'leadwright',
  emailVerified: true,
};

/** The id of the demo admin's account, which is created if it doesn't exist. */
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
