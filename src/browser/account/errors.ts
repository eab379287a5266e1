/** What can go wrong beyond Firebase's own errors, with codes that read like theirs. */
export class AccountError extends Error {
  override name = 'AccountError';
  readonly code:
    'account/not-set-up' | 'account/not-loaded' | 'account/no-storage' | 'account/mail-not-sent';

  constructor(code: AccountError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The session was ended in another tab or revoked: only a new login helps. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** The code of an error from Firebase or from here; empty for any other. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
