/** Errors that Firebase doesn't have, with codes in the same form. */
export class AccountError extends Error {
  override name = 'AccountError';
  readonly code:
    'account/not-set-up' | 'account/not-loaded' | 'account/no-storage' | 'account/mail-not-sent';

  constructor(code: AccountError['code'], options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }
}

/** The session ended in another tab or was revoked. The person has to log in again. */
export class SessionEnded extends Error {
  override name = 'SessionEnded';
}

/** The code of a Firebase error or an AccountError; empty for any other. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
