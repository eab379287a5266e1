/** What a store has after a fault, and what visitors were told. */
import { expect } from 'vitest';
import { retention } from '../../../functions/audit/audit-log.ts';
import type { SiteDeps } from '../../../functions/deps.ts';
import { erase } from '../../../functions/erasure/erase.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { Place } from '../../../functions/store/paging.ts';
import type { Store } from '../../../functions/store/port.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { pageLimit } from '../../../src/shared/api.ts';
import { second } from '../builders/record.ts';
import { submitting, type Lead } from '../builders/requests.ts';
import type { Engine } from './each-engine.ts';
import { worldWith } from './world.ts';

/** Everything in the default list, read page by page. */
export async function allStored(store: Store): Promise<SubmissionRecord[]> {
  const all: SubmissionRecord[] = [];
  let after: Place | undefined;
  do {
    const page = await store.page({ filter: {}, limit: pageLimit.most, after });
    all.push(...page.records);
    after = page.next;
  } while (after);
  return all;
}

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

/** Erases by the schedule, like the site. */
export const eraseIn = (store: Store, ...ids: string[]) => erase(ids, retention, worldWith(store));

/** Expects only a tombstone of each lead, and nothing to send. */
export async function expectErased(engine: Engine, ...ids: string[]): Promise<void> {
  const store = engine.open();
  for (const id of ids) {
    expect(await store.get(id)).toBeUndefined();
    expect(await store.tombstone(id)).toMatchObject({ id });
  }
  const due = await store.due(second(9_999_999), 5000);
  expect(due.filter((it) => ids.includes(it))).toEqual([]);
}
