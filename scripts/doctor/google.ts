/** Requests to Google's APIs and other hosts, with a sentence for each refusal. */
import { JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import type { ServiceAccount } from '../../functions/env.ts';
import { sentenceOf } from '../../functions/delivery/send.ts';
import { jsonIn } from '../../src/shared/json.ts';
import { ensure, saying, StartError } from '../command.ts';

const patienceMs = 20_000;

/** Fetches a URL. Errors name only its host, because the rest may have secrets. */
export async function reach(
  fetch: typeof globalThis.fetch,
  url: URL,
  options: RequestInit,
  fix: string,
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(url, { redirect: 'manual', signal, ...options });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  } catch (error) {
    // The error of fetch has the reason in its cause.
    const cause = error instanceof Error && error.cause ? error.cause : error;
    throw new StartError(`${sentenceOf(cause, patienceMs)} (${url.host}): ${fix}.`, {
      cause: error,
    });
  }
}

export const checkConnection = "check this machine's connection to the internet";

interface Asked {
  projectId: string;
  /** What the service account may not do, as in "read the rules". */
  what: string;
  /** The service's name, as in firestore.googleapis.com. */
  api: string;
  /** The smallest role that allows it. */
  role: string;
}

/** A request that Google refused. Callers may replace its sentence with a better one. */
export class GoogleRefusal extends StartError {
  override name = 'GoogleRefusal';
  readonly status: number;
  /** For example SERVICE_DISABLED. Some Google services put it into `message`. */
  readonly reason: string;

  constructor(status: number, reason: string, { projectId, what, api, role }: Asked) {
    super(
      reason === 'SERVICE_DISABLED'
        ? `${api} is not enabled in the project ${projectId}: enable it at https://console.cloud.google.com/apis/library/${api}?project=${projectId}`
        : status === 403
          ? `The service account may not ${what}: give it the role ${role} at https://console.cloud.google.com/iam-admin/iam?project=${projectId}`
          : `${api} did not ${what} (${status}): run the doctor again in a few minutes, and check whether the project ${projectId} is the right one.`,
    );
    this.status = status;
    // Keep only a code: a longer text could quote the request.
    this.reason = /^\w+$/.test(reason) ? reason : '';
  }
}

const errorSchema = z.object({
  error: z.object({
    message: z.optional(z.string()),
    details: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
});

interface Question<T> extends Pick<Asked, 'what' | 'role'> {
  url: string;
  schema: z.ZodMiniType<T>;
  body?: object;
  /** Instead of the account's token. */
  headers?: Record<string, string>;
}

export interface Access {
  projectId: string;
  /** Asks as the service account. Throws a GoogleRefusal. */
  ask: <T>(question: Question<T>) => Promise<T>;
}

/** Gets a token with the account's key, which shows whether Google accepts the key. */
export async function accountKey(
  { projectId, clientEmail: email, privateKey: key }: ServiceAccount,
  fetch: typeof globalThis.fetch,
) {
  const signal = AbortSignal.timeout(patienceMs);
  const client = new JWT({
    email,
    key,
    // This scope covers all our calls; the roles of the account decide what it may do.
    scopes: 'https://www.googleapis.com/auth/cloud-platform',
    transporterOptions: {
      fetchImplementation: (url, options) => fetch(url, { ...options, signal }),
    },
  });
  const { access_token: token } = await client
    .authorize()
    .catch(
      saying(
        `Google gives no token for the service account: check this machine's clock and connection, and whether the account exists and is enabled, or make a new key at https://console.cloud.google.com/iam-admin/serviceaccounts?project=${projectId} and set FIREBASE_SERVICE_ACCOUNT to its JSON.`,
      ),
    );
  ensure(token, `Google gave no token: ${checkConnection}.`);
  const found = accessBy({ authorization: `Bearer ${token}` }, projectId, fetch);
  return { detail: 'accepted by Google', found };
}

export const accessBy = (
  ownHeaders: Record<string, string>,
  projectId: string,
  fetch: typeof globalThis.fetch,
): Access => ({
  projectId,
  async ask({ url, schema, body, what, role, headers = ownHeaders }) {
    const at = new URL(url);
    const posted = body && { method: 'POST', body: JSON.stringify(body) };
    const { status, text } = await reach(fetch, at, { headers, ...posted }, checkConnection);
    const answer = jsonIn(text);
    if (status < 200 || status > 299) {
      // Firestore wraps its errors in a list of one.
      const [refusal] = [answer].flat();
      const { error } = errorSchema.safeParse(refusal).data ?? {};
      const reason =
        error?.details?.find((detail) => detail.reason)?.reason ?? error?.message ?? '';
      throw new GoogleRefusal(status, reason, { projectId, what, api: at.host, role });
    }
    const parsed = schema.safeParse(answer);
    ensure(
      parsed.success,
      `${at.host} gave an answer that its documentation doesn't describe: ${checkConnection}, which may go through a proxy.`,
    );
    return parsed.data;
  },
});
