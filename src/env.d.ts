/** Public settings that the build inlines into browser code. Empty means not set. */
interface ImportMetaEnv {
  readonly PUBLIC_FIREBASE_API_KEY?: string;
  readonly PUBLIC_FIREBASE_AUTH_DOMAIN?: string;
  /** Not in browser code: only the HTML of SignInCard.astro depends on it. */
  readonly STAFF_SIGN_UP?: string;
}
