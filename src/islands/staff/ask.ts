import type { Account } from '../../browser/account.ts';
import { AskError } from './ask-error.ts';

/** Calls a function as the person who is signed in. Answers only what went well. */
export type Ask = (path: string, options?: AskOptions) => Promise<Response>;

export interface AskOptions {
  /** Sent as JSON, by POST. */
  json?: unknown;
  signal?: AbortSignal | undefined;
}

interface AskDeps {
  account: Pick<Account, 'token'>;
  fetch: typeof fetch;
}

/** The longest that a function may run is half of it. */
const patience = 30_000;

export function createAsk({ account, fetch }: AskDeps): Ask {
  const once = async (path: string, options: AskOptions, force: boolean): Promise<Response> => {
    const token = await tokenOf(account, force);
    const { json, signal } = options;
    const signals = [signal, AbortSignal.timeout(patience)];
    try {
      return await fetch(path, {
        ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
        headers: {
          authorization: `Bearer ${token}`,
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        // The list has its own cache, and an export must be what is stored now.
        cache: 'no-store',
        signal: AbortSignal.any(signals.filter((it) => it !== undefined)),
      });
    } catch (cause) {
      signal?.throwIfAborted();
      throw new AskError('unreachable', { cause });
    }
  };

  return async (path, options = {}) => {
    let response = await once(path, options, false);
    // The token may have ended early: signed in elsewhere, a clock that is off.
    if (response.status === 401) response = await once(path, options, true);
    if (response.ok) return response;
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
  // An error page of the host is no JSON; then the status has to say it all.
  const body: unknown = await response.json().catch(() => undefined);
  return new AskError(status >= 500 ? 'broken' : 'refused', { status, body });
}
