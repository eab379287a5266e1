/** The visitor's account in Firebase Auth, for /auth and the staff pages. */
import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  type Auth,
} from 'firebase/auth';
import { AccountError, codeOf, localKey, SessionEnded, targetOf } from './before-firebase.ts';
import { local } from './session.ts';

export async function hasSession(): Promise<boolean> {
  const auth = openAuth();
  await auth.authStateReady();
  return auth.currentUser !== null;
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(openLasting(), email, password);
}

/** Creates an account if the address has none, unless Firebase's settings forbid it. */
export async function signInByLink(email: string, link: string): Promise<void> {
  await signInWithEmailLink(openLasting(), email, link);
}

/**
 * Creates an account and sends its verification mail. If the address has an account, its owner gets a
 * mail to set a new password instead, and the page can't tell the two cases apart. Decision 0037.
 * Whether the mail was sent.
 *
 * Firebase signs a new account in, but the account is not verified: keep that session in memory, where
 * no page or tab can use it.
 */
export async function signUp(email: string, password: string): Promise<boolean> {
  const auth = openAuth('sign-up', inMemoryPersistence);
  const next = { url: `${location.origin}/admin` };
  try {
    const created = await createUserWithEmailAndPassword(auth, email, password).catch(unlessTaken);
    const mail = created
      ? sendEmailVerification(created.user, next)
      : sendPasswordResetEmail(auth, email, next);
    return await mail.then(
      () => true,
      // Only an account that exists can be disabled.
      (error: unknown) => codeOf(error) === 'auth/user-disabled',
    );
  } finally {
    await auth.signOut();
  }
}

function unlessTaken(error: unknown): undefined {
  if (codeOf(error) !== 'auth/email-already-in-use') throw error;
}

/** Mails a link that signs in whoever opens it and knows the address. It leads to `url`. */
export async function sendLink(email: string, url: string): Promise<void> {
  await sendSignInLinkToEmail(openAuth(), email, { url, handleCodeInApp: true });
}

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(openAuth(), email, { url: `${location.origin}/auth` });
}

/** Auth instances with different names have separate sessions. */
function openAuth(name?: string, persistence = browserLocalPersistence): Auth {
  const target = targetOf(import.meta.env, location);
  if (target.kind === 'none') throw new AccountError('account/not-set-up');
  const options =
    target.kind === 'project'
      ? { apiKey: target.apiKey, ...(target.authDomain && { authDomain: target.authDomain }) }
      : { apiKey: localKey };
  const auth = initializeAuth(initializeApp(options, name), { persistence });
  // The warning banner uses inline styles, which our content security policy forbids.
  if (target.kind === 'emulator')
    connectAuthEmulator(auth, target.origin, { disableWarnings: true });
  return auth;
}

/**
 * For a session that the next page still has. Without storage, Firebase would silently keep it in memory, so
 * this fails before a password is sent or a link is used up.
 */
function openLasting(): Auth {
  const auth = openAuth();
  const probe = 'leadwright:probe';
  local.write(probe, '');
  if (local.read(probe) === null) throw new AccountError('account/no-storage');
  local.remove(probe);
  return auth;
}

let renewing: Auth | undefined;

/** A valid ID token for this account; `force` requests a new one. Rejects if the session has ended. */
export async function renewedToken(uid: string, force: boolean): Promise<string> {
  const auth = (renewing ??= openAuth());
  try {
    await auth.authStateReady();
    const user = auth.currentUser;
    if (user?.uid !== uid) throw new SessionEnded();
    return await retryOutages(() => user.getIdToken(force));
  } catch (cause) {
    if (!endsSession(cause)) throw cause;
    throw new SessionEnded(undefined, { cause });
  }
}

/** A token that is being renewed would bring back the session that has been removed. */
export const leave = (): void => void renewing?.signOut();

/** Milliseconds to wait before each retry of a refresh. */
const waits = [200, 400, 800] as const;

/** With these, the session has ended, even if the browser still stores it. */
const ended = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

export const endsSession = (error: unknown): boolean => ended.includes(codeOf(error));

/** Retries only if the network fails. */
export async function retryOutages<T>(
  ask: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (const ms of waits) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== 'auth/network-request-failed') throw error;
      await wait(ms);
    }
  }
  return ask();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
