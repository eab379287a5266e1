/** Why a call brought nothing. */
export type Cause =
  /** Not signed in any more, and a new token didn't help. */
  | 'ended'
  /** Signed in, but not as an admin. */
  | 'denied'
  /** The server understood and said no. */
  | 'refused'
  /** The server failed; trying again may help. */
  | 'broken'
  /** No answer: no network, or not in time. */
  | 'unreachable';

interface Details {
  status?: number;
  body?: unknown;
  cause?: unknown;
}

/** A call to the functions that brought nothing; `body` is what came with the refusal. */
export class AskError extends Error {
  override name = 'AskError';
  readonly why: Cause;
  /** Undefined where no answer came. */
  readonly status: number | undefined;
  readonly body: unknown;

  constructor(why: Cause, { status, body, cause }: Details = {}) {
    super(why, { cause });
    this.why = why;
    this.status = status;
    this.body = body;
  }
}

/** Of a query: a 4xx stays one however often it is asked. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof AskError && (error.why === 'broken' || error.why === 'unreachable');
