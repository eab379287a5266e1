import * as z from 'zod/mini';
import { jsonIn } from '../../../src/shared/json.ts';
import { CheckFailed, type DoctorDeps } from '../check.ts';
import { reach } from '../reach.ts';

/** Google's APIs. The library knows the address for tokens. */
export const google = {
  firestore: 'https://firestore.googleapis.com/v1',
  rules: 'https://firebaserules.googleapis.com/v1',
  accounts: 'https://identitytoolkit.googleapis.com',
};

export const checkConnection = "check this machine's connection to the internet";

const errorSchema = z.object({
  error: z.object({
    message: z.optional(z.string()),
    status: z.optional(z.string()),
    details: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
  }),
});

/** The body of a successful answer. Throws a GoogleRefusal, which the caller explains. */
export async function askGoogle<T>(
  { fetch }: Pick<DoctorDeps, 'fetch'>,
  url: string,
  schema: z.ZodMiniType<T>,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<T> {
  const { host } = new URL(url);
  const { status, text } = await reach(fetch, new URL(url), { headers, signal }, checkConnection);
  const body = jsonIn(text);
  if (status < 200 || status > 299) {
    const { error } = errorSchema.safeParse(body).data ?? {};
    throw new GoogleRefusal({
      httpStatus: status,
      status: error?.status ?? '',
      reason: error?.details?.find(({ reason }) => reason)?.reason ?? error?.message ?? '',
    });
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CheckFailed(
    `${host} gave an answer that its documentation doesn't describe: ${checkConnection}, which may go through a proxy.`,
  );
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

interface Answer {
  httpStatus: number;
  /** As in PERMISSION_DENIED. */
  status: string;
  /** As in SERVICE_DISABLED. Some Google services put it where the message belongs. */
  reason: string;
}

/** Google's answer to a request that it refused. */
export class GoogleRefusal extends Error {
  override name = 'GoogleRefusal';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`${answer.httpStatus} ${answer.status}`);
    this.answer = answer;
  }
}

export interface Asked {
  projectId: string;
  /** As in "read the rules". */
  what: string;
  /** The service's name, as in firestore.googleapis.com. */
  api: string;
  /** The smallest role that allows it. */
  role: string;
}

/** Explains a refusal that has no special meaning for the caller. */
export function toFailure(error: unknown, { projectId, what, api, role }: Asked): unknown {
  if (!(error instanceof GoogleRefusal)) return error;
  const { httpStatus, status, reason } = error.answer;
  const fail = (sentence: string) => new CheckFailed(sentence, { cause: error });
  if (reason === 'SERVICE_DISABLED') {
    return fail(
      `${api} is not enabled in the project ${projectId}: enable it at https://console.cloud.google.com/apis/library/${api}?project=${projectId}`,
    );
  }
  if (httpStatus === 403) {
    return fail(
      `The service account may not ${what}: give it the role ${role} at https://console.cloud.google.com/iam-admin/iam?project=${projectId}`,
    );
  }
  const said = [httpStatus, status].filter(Boolean).join(' ');
  return fail(
    httpStatus >= 500 || httpStatus === 429
      ? `${api} is not answering right now (${said}): run the doctor again in a few minutes.`
      : `${api} refused to let the service account ${what} (${said}): check whether the project ${projectId} is the right one.`,
  );
}
