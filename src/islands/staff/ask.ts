import * as z from 'zod/mini';
import type { Account } from '../../browser/account.ts';
import { followClock } from './clock.ts';

/** Calls a function as the signed-in person. Rejects unless the status is 2xx or 304. */
export type Ask = (path: string, options?: AskOptions) => Promise<Response>;

interface AskOptions {
  json?: unknown;
  /** Sent as If-None-Match: the response has a body only if the ETag differs. */
  tag?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface AskDeps {
  account: Pick<Account, 'token'>;
  fetch: typeof fetch;
  wait: Wait;
}

/** The longest time that a person waits. The function may still finish: Netlify lets it run for 60 s. */
const timeout = 30_000;

/** In seconds. After a longer pause, a person no longer expects the response. */
const longestPause = 60;

export function createAsk({ account, fetch, wait }: AskDeps): Ask {
  const once = async (path: string, options: AskOptions, force: boolean): Promise<Response> => {
    const token = await tokenOf(account, force);
    const { json, tag, signal } = options;
    const signals = [signal, AbortSignal.timeout(timeout)];
    try {
      const response = await fetch(path, {
        // `keepalive`: a change completes even if a press on a link leaves the page.
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json), keepalive: true }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...(tag !== undefined && { 'if-none-match': tag }),
        },
        // The list has its own cache, and an export must be current.
        cache: 'no-store',
        signal: AbortSignal.any(signals.filter((it) => it !== undefined)),
      });
      // Reads the whole body, so that a response that breaks off counts as none.
      await response.clone().blob();
      return response;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new AskError('unreachable', { cause });
    }
  };

  return async (path, options = {}) => {
    let response = await once(path, options, false);
    // The token may have expired early, for example because the clock is wrong.
    if (response.status === 401) response = await once(path, options, true);
    // A large bulk resend can exceed the rate limit of an account.
    const pause = Number(response.headers.get('retry-after') ?? Infinity);
    if (response.status === 429 && pause <= longestPause) {
      await wait(pause * 1000, options.signal);
      response = await once(path, options, false);
    }
    followClock(response);
    if (response.ok || response.status === 304) return response;
    throw await refusal(response);
  };
}

async function tokenOf(account: Pick<Account, 'token'>, force: boolean): Promise<string> {
  try {
    return await account.token(force);
  } catch (cause) {
    const ended = cause instanceof Error && cause.name === 'SessionEnded';
    throw new AskError(ended ? 'ended' : 'unreachable', { cause });
  }
}

async function refusal(response: Response): Promise<AskError> {
  const { status } = response;
  if (status === 401) return new AskError('ended', { status });
  if (status === 403) return new AskError('denied', { status });
  // The host's own error pages aren't JSON.
  const body: unknown = await response.json().catch(() => undefined);
  return new AskError(status >= 500 ? 'broken' : 'refused', { status, body });
}

type Failure =
  /** The session has ended; a new token didn't help. */
  | 'ended'
  /** Signed in, but not as an admin. */
  | 'denied'
  | 'refused'
  /** The server failed; a retry may help. */
  | 'broken'
  /** No response: no network, or a timeout. */
  | 'unreachable';

export class AskError extends Error {
  override name = 'AskError';
  readonly why: Failure;
  readonly status: number | undefined;
  readonly body: unknown;

  constructor(
    why: Failure,
    { status, body, ...options }: { status?: number; body?: unknown } & ErrorOptions = {},
  ) {
    super(why, options);
    this.why = why;
    this.status = status;
    this.body = body;
  }
}

export function unlessRefused(error: unknown): void {
  if (!(error instanceof AskError && error.why === 'refused')) throw error;
}

const refusalSchema = z.object({ error: z.string() });

export const sentenceIn = (error: unknown): string | undefined =>
  refusalSchema.safeParse(error instanceof AskError ? error.body : undefined).data?.error;

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Not for refusals: the server would refuse the same request again. */
export const isWorthRetrying = (error: unknown): boolean =>
  error instanceof AskError && (error.why === 'broken' || error.why === 'unreachable');

export const browserWait: Wait = async (milliseconds, signal) => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
};
