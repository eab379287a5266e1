/** The visitor's account: Firebase Auth as far as /auth and the inbox need it. */
import {
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import { canKeepSession, isSetUp, openAuth } from './account/auth.ts';
import { AccountError, SessionEnded } from './account/errors.ts';
import { isOver, throughOutages } from './account/refresh.ts';

export { SessionEnded };

export interface Account {
  email: string;
  /** A fresh ID token; `force` asks Firebase for a new one. Rejects when the session has ended. */
  token(force?: boolean): Promise<string>;
  signOut(): Promise<void>;
  /** The session ended elsewhere: in another tab, or by revocation. */
  onEnded(listener: () => void): void;
}

/** Undefined: no session. */
export async function currentAccount(): Promise<Account | undefined> {
  // Where sign-in can't work there is no session either; trying to log in says why.
  if (!isSetUp()) return undefined;
  const auth = openAuth();
  await auth.authStateReady();
  return auth.currentUser ? accountOf(auth, auth.currentUser) : undefined;
}

export async function signIn(email: string, password: string): Promise<void> {
  const auth = openAuth();
  if (!canKeepSession()) throw new AccountError('account/no-storage');
  await signInWithEmailAndPassword(auth, email, password);
}

/**
 * Makes the account and has its address verified. Firebase signs a new account in: that session
 * stays in this call's memory, where neither the next page nor another tab can meet it.
 */
export async function signUp(email: string, password: string): Promise<void> {
  const auth = openAuth('sign-up', inMemoryPersistence);
  try {
    const { user } = await createUserWithEmailAndPassword(auth, email, password);
    await sendEmailVerification(user, { url: `${location.origin}/admin` }).catch(
      (cause: unknown) => {
        throw new AccountError('account/mail-not-sent', { cause });
      },
    );
  } finally {
    await auth.signOut();
  }
}

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(openAuth(), email, { url: `${location.origin}/auth` });
}

function accountOf(auth: Auth, { uid, email }: { uid: string; email: string | null }): Account {
  let leaving = false;
  return {
    email: email ?? '',
    async token(force = false) {
      const user = auth.currentUser;
      // Someone else may have logged in, in another tab.
      if (user?.uid !== uid) throw new SessionEnded();
      try {
        return await throughOutages(() => user.getIdToken(force));
      } catch (cause) {
        if (!isOver(cause)) throw cause;
        // Else /auth would find the dead session and send its visitor straight back.
        await auth.signOut();
        throw new SessionEnded(undefined, { cause });
      }
    },
    async signOut() {
      leaving = true;
      await auth.signOut();
    },
    onEnded(listener) {
      const stop = auth.onAuthStateChanged((user) => {
        if (user?.uid === uid) return;
        stop();
        if (!leaving) listener();
      });
    },
  };
}
