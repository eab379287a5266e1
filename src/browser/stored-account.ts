/**
 * The account that Firebase keeps in the browser, for the pages of staff. Firebase itself would first ask
 * Google about it, so it loads only when a token has to be renewed.
 */
import * as z from 'zod/mini';
import { jsonIn } from '../shared/json.ts';
import { accountPlace, leastLeft, SessionEnded } from './before-firebase.ts';
import { local } from './session.ts';

export interface Account {
  email: string;
  /** A valid ID token; `force` requests a new one. Rejects if the session has ended. */
  token(force?: boolean): Promise<string>;
  signOut(): void;
  /** Calls the listener if the session ends in another tab. */
  onEnded(listener: () => void): void;
}

const keptSchema = z.object({
  uid: z.string(),
  email: z.optional(z.string()),
  stsTokenManager: z.object({ accessToken: z.string(), expirationTime: z.number() }),
});

const place = accountPlace(import.meta.env);

const read = () => keptSchema.safeParse(jsonIn(local.read(place) ?? '')).data;

let firebase: typeof import('./account.ts') | undefined;

/** Undefined if there is no session. */
export function storedAccount(): Account | undefined {
  const kept = read();
  if (!kept) return undefined;
  const { uid, email = '' } = kept;
  return {
    email,
    async token(force = false) {
      const now = read();
      // Another tab may have logged in with another account.
      if (now?.uid !== uid) throw new SessionEnded();
      const { accessToken, expirationTime } = now.stsTokenManager;
      if (!force && expirationTime - Date.now() > leastLeft) return accessToken;
      firebase = await import('./account.ts');
      return firebase.renewedToken(uid, force);
    },
    signOut() {
      local.remove(place);
      firebase?.leave();
    },
    onEnded(listener) {
      // The event comes from other tabs only.
      addEventListener('storage', () => {
        if (read()?.uid !== uid) listener();
      });
    },
  };
}
