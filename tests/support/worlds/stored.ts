/** The contents of a store after a fault, and the responses to visitors. */
import { expect } from 'vitest';
import { retention } from '../../../functions/audit/audit-log.ts';
import type { SiteDeps } from '../../../functions/deps.ts';
import { erase } from '../../../functions/erasure/erase.ts';
import { submitContact } from '../../../functions/intake/submit-contact.ts';
import type { Filter, Place } from '../../../functions/store/paging.ts';
import type { Store, ErasureLog } from '../../../functions/store/port.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { pageLimit } from '../../../src/shared/api.ts';
import { second } from '../builders/record.ts';
import { submitting, type Lead } from '../builders/requests.ts';
import type { Engine } from './each-engine.ts';
import { worldWith } from './world.ts';

export async function pagesOf(
  store: Store,
  filter: Filter,
  limit: number,
): Promise<SubmissionRecord[][]> {
  const pages: SubmissionRecord[][] = [];
  let after: Place | undefined;
  do {
    const { records, next } = await store.page({ filter, limit, after });
    pages.push(records);
    after = next;
  } while (after);
  return pages;
}

export const allStored = async (store: Store) => (await pagesOf(store, {}, pageLimit.most)).flat();

/** Expects the response of a failing store: it says so, without details. */
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

/** The part of a write that a process completes before it dies. */
export type Death = 'before' | 'after';

/** The process dies at the `count`th write, so that no later call is ever answered. */
export function dyingAt(store: Store, count: number, death: Death) {
  const { promise: died, resolve } = Promise.withResolvers<'died'>();
  let writes = 0;
  const dying = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    if (writes < count) return write();
    if (writes === count && death === 'after') await write();
    resolve('died');
    return new Promise(() => undefined);
  };
  const site: Store = {
    ...store,
    create: (...lead) => dying(() => store.create(...lead)),
    change: (...args) => dying(() => store.change(...args)),
    appendAudit: (entry) => dying(() => store.appendAudit(entry)),
    changeOutbox: (...args) => dying(() => store.changeOutbox(...args)),
    optOut: (...args) => dying(() => store.optOut(...args)),
    allowContact: (...args) => dying(() => store.allowContact(...args)),
    // One call makes several commits, and creates the audit entry of each right before it.
    erase: (ids, at, how) => {
      const log = how?.log;
      const entry: ErasureLog['entry'] = (erased) => {
        writes += 1;
        if (writes < count) return log?.entry(erased) ?? expect.unreachable();
        resolve('died');
        throw new Error('This process is dead.');
      };
      return store.erase(ids, at, { ...how, log: log && { ...log, entry } });
    },
  };
  return { site, died };
}

export const idsBy = async (store: Store, email: string, limit: number): Promise<string[]> =>
  (await store.leadsOf({ email }, limit)).map(({ id }) => id);
