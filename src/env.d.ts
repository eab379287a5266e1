/** Public settings that the build writes into browser code. Empty means not set. */
interface ImportMetaEnv {
  readonly PUBLIC_FIREBASE_API_KEY?: string;
  readonly PUBLIC_FIREBASE_AUTH_DOMAIN?: string;
  /** Not in browser code: the card's HTML has what follows from it. */
  readonly STAFF_SIGN_UP?: string;
}
