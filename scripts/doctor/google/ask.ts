import * as z from 'zod/mini';
import { CheckFailed } from '../outcome.ts';
import { reach } from '../reach.ts';
import type { DoctorDeps } from '../world.ts';
import { GoogleRefusal } from './refusal.ts';

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
  const body = parseJson(text);
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
