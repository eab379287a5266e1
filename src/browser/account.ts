/** Accounts of staff: the session on their pages, signing in and signing up on /auth. */
import {
  createUserWithEmailAndPassword,
  inMemoryPersistence,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import { AccountError, codeOf, isSetUp, openAuth } from './firebase.ts';
import { local } from './session.ts';

/** Why a staff page has no session. The person may also have logged out in another tab. */
type Ended = 'no session' | 'ended elsewhere' | 'ended';

class SessionEnded extends Error {
  override name = 'SessionEnded';
}

export interface Account {
  email: string;
  /** A valid ID token; `force` requests a new one. Rejects if the session has ended. */
  token(force?: boolean): Promise<string>;
  signOut(): Promise<void>;
  onEnded(listener: (why: Ended) => void): void;
}

/** Set while a session is open: Firebase forgets a revoked account and a logged-out one in the same way. */
const openKey = 'leadwright:session';

let opening: ReturnType<typeof open> | undefined;

/** All callers on a page share one account. */
export const openAccount = () => (opening ??= open());

async function open(): Promise<Account | Ended> {
  if (!isSetUp()) return 'no session';
  const auth = openAuth();
  await auth.authStateReady();
  const user = auth.currentUser;
  if (!user) {
    const wasOpen = local.read(openKey) !== null;
    local.remove(openKey);
    return wasOpen ? 'ended' : 'no session';
  }
  local.write(openKey, 'yes');
  const { uid, email } = user;
  return {
    email: email ?? '',
    async token(force = false) {
      try {
        return await retryOutages(async () => {
          // Another tab may have logged in with another account.
          if (auth.currentUser?.uid !== uid) throw new SessionEnded();
          return await auth.currentUser.getIdToken(force);
        });
      } catch (cause) {
        throw endsSession(cause) ? new SessionEnded(undefined, { cause }) : cause;
      }
    },
    signOut() {
      local.remove(openKey);
      return auth.signOut();
    },
    onEnded(listener) {
      onIdTokenChanged(auth, (now) => {
        if (now?.uid === uid) return;
        listener(now || local.read(openKey) === null ? 'ended elsewhere' : 'ended');
      });
    },
  };
}

const waits = [200, 400, 800] as const;

/** With these codes the session has ended, even if the browser still stores it. */
const ended = [
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
];

export const endsSession = (error: unknown): boolean =>
  error instanceof SessionEnded || ended.includes(codeOf(error));

export async function retryOutages<T>(
  ask: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (const ms of waits) {
    try {
      return await ask();
    } catch (error) {
      if (endsSession(error)) throw error;
      await wait(ms);
    }
  }
  return ask();
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export async function hasSession(): Promise<boolean> {
  const auth = openAuth();
  await auth.authStateReady();
  return auth.currentUser !== null;
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(openLasting(), email, password);
}

/**
 * For a session that survives a navigation. Without storage, Firebase would silently keep it in memory, so
 * this fails before a password is sent.
 */
function openLasting(): Auth {
  const auth = openAuth();
  const probe = 'leadwright:probe';
  local.write(probe, '');
  if (local.read(probe) === null) throw new AccountError('account/no-storage');
  local.remove(probe);
  return auth;
}

/**
 * Creates an account and sends its verification mail. If the address has an account, its owner gets a mail
 * to set a new password instead, and the page can't tell the two cases apart. Decision 0037.
 *
 * Resolves to whether the mail was sent.
 *
 * Firebase signs a new account in before it is verified. That session stays in memory, where no other page
 * or tab can use it.
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

export async function sendReset(email: string): Promise<void> {
  await sendPasswordResetEmail(openAuth(), email, { url: `${location.origin}/auth` });
}
