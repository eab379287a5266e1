import { expect, type APIRequestContext } from 'playwright/test';
import {
  submissionsPageSchema,
  type DeliveryState,
  type SubmissionItem,
} from '../../../src/shared/submission.ts';
import { api } from '../../../src/shared/api.ts';
import { demoAdmin } from '../pages/sign-in.ts';

const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any';

/** The demo admin's token, from the same call that a browser makes. */
async function adminToken(request: APIRequestContext): Promise<string> {
  const response = await request.post(signIn, { data: { ...demoAdmin, returnSecureToken: true } });
  return ((await response.json()) as { idToken: string }).idToken;
}

/** A person's submissions on the server: those in the default list, or in this state. */
export async function submissionsOf(
  request: APIRequestContext,
  email: string,
  delivery?: DeliveryState,
): Promise<SubmissionItem[]> {
  const headers = { authorization: `Bearer ${await adminToken(request)}` };
  const params = { ...(delivery && { delivery }) };
  const response = await request.post(api.search, { data: { q: email }, params, headers });
  return submissionsPageSchema.parse(await response.json()).submissions;
}

/** Waits until the one submission of this person has reached the webhook. */
export async function expectDelivered(request: APIRequestContext, email: string): Promise<void> {
  await expect
    .poll(async () => (await submissionsOf(request, email)).map(({ delivery }) => delivery.state))
    .toEqual(['delivered']);
}
