import { JWT } from 'google-auth-library';
import * as z from 'zod/mini';
import { CheckFailed, type Check } from '../check.ts';
import { innermostCode } from '../reach.ts';
import { services } from '../settings.ts';
import { checkConnection } from './ask.ts';

const refusalSchema = z.object({
  response: z.object({
    status: z.number(),
    data: z.object({ error: z.string(), error_description: z.optional(z.string()) }),
  }),
});

/** Finds the access token that Google issues for the key. */
export const accountKey: Check<string> = {
  name: 'account key',
  needs: [services],
  run: async ({ fetch }, { found, signal }) => {
    const { account } = found(services);
    const client = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      // This scope covers all our calls; the roles of the account decide what it may do.
      scopes: 'https://www.googleapis.com/auth/cloud-platform',
      transporterOptions: {
        fetchImplementation: (url, options) => fetch(url, { ...options, signal }),
      },
    });
    const { access_token: token } = await client.authorize().catch((error: unknown) => {
      throw failure(error, account.projectId);
    });
    if (!token) throw new CheckFailed(`Google gave no token: ${checkConnection}.`);
    return { detail: 'accepted by Google', found: token };
  },
};

function failure(error: unknown, projectId: string): CheckFailed {
  const fail = (sentence: string) => new CheckFailed(sentence, { cause: error });
  const { data: refusal } = refusalSchema.safeParse(error);
  if (!refusal) {
    const code = innermostCode(error);
    return fail(
      `Google could not be reached for a token${code && ` (${code})`}: ${checkConnection}.`,
    );
  }
  const { status, data } = refusal.response;
  const said = data.error_description ?? '';
  const newKey = `make a new key at https://console.cloud.google.com/iam-admin/serviceaccounts?project=${projectId} and set FIREBASE_SERVICE_ACCOUNT to its JSON.`;
  if (/short-lived|timeframe/i.test(said)) {
    return fail("Google says that the time is wrong: correct this machine's clock.");
  }
  if (/signature/i.test(said)) {
    return fail(`Google no longer knows the key, which was deleted or replaced: ${newKey}`);
  }
  if (/account not found/i.test(said)) {
    return fail(`Google doesn't know the service account, which was deleted: ${newKey}`);
  }
  if (status >= 500) {
    return fail(
      `Google gives no tokens right now (${status}): run the doctor again in a few minutes.`,
    );
  }
  // Print identifiers only, so that nothing that the doctor sent appears.
  const name = /^\w+$/.test(data.error) ? data.error : String(status);
  return fail(
    `Google refuses the service account (${name}): check whether it is disabled, or ${newKey}`,
  );
}
