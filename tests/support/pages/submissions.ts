import { expect, type APIRequestContext, type Page, type Route } from 'playwright/test';
import {
  submissionsPageSchema,
  type DeliveryState,
  type SubmissionItem,
} from '../../../src/shared/submission.ts';
import { api } from '../../../src/shared/api.ts';
import { adminTokens } from './sign-in.ts';

export const submitPath = '/api/submit-contact';

export interface Answer {
  status: number;
  /** If it isn't set, the answer has the id that was sent. */
  json?: unknown;
  headers?: Record<string, string>;
}

export interface Submissions {
  /** The bodies of the requests, in order of arrival. */
  received: Record<string, unknown>[];
  /** The answers to the next requests, or no answer at all. */
  answer: (answer: Answer | 'nothing') => void;
  /** Holds every request from now on, until the returned function is called. */
  hold: () => () => void;
}

/** Replaces the function: it accepts the same calls and gives the same responses. */
export async function stubSubmissions(page: Page): Promise<Submissions> {
  const received: Record<string, unknown>[] = [];
  let next: Answer | 'nothing' | undefined;
  let held = Promise.resolve();

  await page.route(`**${submitPath}`, async (route: Route) => {
    // The time that the form was open differs at each try.
    const { open_ms: _, ...body } = route.request().postDataJSON() as Record<string, unknown>;
    received.push(body);
    await held;
    if (next === 'nothing') await route.abort();
    else await route.fulfill({ status: 201, json: { id: body['id'] }, ...next });
  });

  return {
    received,
    answer: (answer) => (next = answer),
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      held = promise.then(() => undefined);
      return () => resolve(undefined);
    },
  };
}

/** A person's submissions on the server: those in the default list, or in this state. */
export async function submissionsOf(
  request: APIRequestContext,
  email: string,
  delivery?: DeliveryState,
): Promise<SubmissionItem[]> {
  const { idToken } = await adminTokens(request);
  const headers = { authorization: `Bearer ${idToken}` };
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
