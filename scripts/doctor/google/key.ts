import { JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import { CheckFailed, type Check } from '../outcome.ts';
import { codeOf } from '../reach.ts';
import { services } from '../settings.ts';
import { checkConnection } from './ask.ts';

const refusalSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error: z.string(), error_description: z.optional(z.string()) }),
  }),
});

/** Found is the access token that Google gave for it. */
export const accountKey: Check<string> = {
  name: 'account key',
  needs: [services],
  run: async ({ fetch }, { found, signal }) => {
    const { account } = found(services);
    const client = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      // It covers all that is asked; what the account may do is decided by its roles.
      scopes: 'https://www.googleapis.com/auth/cloud-platform',
      transporterOptions: {
        fetchImplementation: (url, options) => fetch(url, { ...options, signal }),
      },
    });
    const { access_token: token } = await client.authorize().catch((error: unknown) => {
      throw failure(error, account.projectId);
    });
    if (!token) throw new CheckFailed(`Google gave no token: ${checkConnection}.`);
    return { detail: 'Google takes it', found: token };
  },
};

function failure(error: unknown, projectId: string): CheckFailed {
  const fail = (sentence: string) => new CheckFailed(sentence, { cause: error });
  const { data: refusal } = refusalSchema.safeParse(error);
  if (!refusal) {
    const code = codeOf(error);
    return fail(
      `Google could not be asked for a token${code && ` (${code})`}: ${checkConnection}.`,
    );
  }
  const { status, data } = refusal.response;
  const said = data.error_description ?? '';
  const newKey = `make a new key at https://console.cloud.google.com/iam-admin/serviceaccounts?project=${projectId} and set FIREBASE_SERVICE_ACCOUNT to its JSON.`;
  if (/short-lived|timeframe/i.test(said)) {
    return fail("Google says that the time is wrong: set this machine's clock.");
  }
  if (/signature/i.test(said)) {
    return fail(`Google doesn't know the key any more, it was deleted or replaced: ${newKey}`);
  }
  if (/account not found/i.test(said)) {
    return fail(`Google doesn't know the service account, it was deleted: ${newKey}`);
  }
  if (status >= 500) {
    return fail(
      `Google gives no tokens right now (${status}): run the doctor again in a few minutes.`,
    );
  }
  // An identifier, and none of what the doctor has sent.
  const name = /^\w+$/.test(data.error) ? data.error : String(status);
  return fail(
    `Google refuses the service account (${name}): look whether it is disabled, or ${newKey}`,
  );
}
