import { expect } from 'vitest';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { SiteDeps } from '../../../functions/deps.ts';
import type { Store } from '../../../functions/store/port.ts';
import { allStored } from '../builders/all-stored.ts';
import { submitting, type Lead } from '../builders/lead.ts';
import { worldWith } from './world.ts';

/** Expects the answer of a failing store: it says so, without details. */
export async function expectRefused(lead: Lead, open: SiteDeps['store']): Promise<void> {
  const world = worldWith(open);
  const response = await submitContact(submitting(lead), world);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await response.json()).toEqual({
    error: 'This is not working right now. Please try again in a few minutes.',
  });
  // Earlier lines may report other failures: counting, and that the lead was not stored.
  expect(world.logged.at(-1)).toEqual({
    event: 'failure',
    error: expect.stringMatching(/^StoreUnavailable: .+ Because: /) as string,
  });
}

/** Sends the same form again when the store works, and expects one stored lead. */
export async function expectTaken(lead: Lead, store: Store, status = 201): Promise<void> {
  const world = worldWith(store);
  expect((await submitContact(submitting(lead), world)).status).toBe(status);
  expect((await submitContact(submitting(lead), world)).status).toBe(200);
  const ids = (await allStored(store)).map(({ id }) => id);
  expect(ids.filter((id) => id === lead.id)).toHaveLength(1);
}
