/** Public settings, written into the browser's code when the site is built. Empty counts as not set. */
interface ImportMetaEnv {
  readonly PUBLIC_FIREBASE_API_KEY?: string;
  readonly PUBLIC_FIREBASE_AUTH_DOMAIN?: string;
}
