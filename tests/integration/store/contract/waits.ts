import { describe, expect, test } from 'vitest';
import type { Filter } from '../../../../functions/store/paging.ts';
import { undeliveredSince, type SubmissionRecord } from '../../../../functions/store/record.ts';
import type { Store } from '../../../../functions/store/port.ts';
import type { Delivery } from '../../../../src/shared/submission.ts';
import { erasureLog } from '../../../support/builders/audit.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { openedWith, type Open } from './opened.ts';

const at = second(0);
const held: Delivery = { state: 'held', reasons: ['honeypot'] };
const failed: Delivery = { state: 'failed', at };
const done: Delivery[] = [{ state: 'delivered', at }, { state: 'off' }];
const due = (seconds: number, since?: string): Delivery => ({
  state: 'pending',
  next_attempt_at: second(seconds),
  ...(since !== undefined && { since }),
});
const lead = (id: string, came: number, delivery: Delivery): SubmissionRecord =>
  aRecord({ id, created_at: second(came), delivery });
const become = (store: Store, id: string, delivery: Delivery) =>
  store.change(id, (it) => ({ ...it, delivery }));

/** The start of the oldest undelivered lead's wait. */
export async function longestWait(store: Store): Promise<string | null | undefined> {
  const states = ['pending', 'failed'] as const;
  const waits = await Promise.all(states.map((it) => store.undelivered(it, second(9999))));
  const times = waits.flatMap(({ oldest }) => (oldest && undeliveredSince(oldest)) ?? []);
  return times.toSorted()[0];
}

export function waitsContract(open: Open): void {
  test('an empty store reports no wait, and neither do delivered leads', async () => {
    const store = await openedWith(open);
    for (const delivery of [undefined, ...done]) {
      if (delivery) await store.create(aRecord({ delivery }));
      expect(await store.due(second(9), 10)).toEqual([]);
      expect(await longestWait(store)).toBeUndefined();
      expect(await store.counts()).toEqual({ held: 0, waiting: 0 });
      expect([await store.heldSince(), await store.waitingSince()]).toEqual([undefined, undefined]);
    }
  });

  test('the queue of due leads has the longest overdue lead first, in any order of storing, and pending leads only', async () => {
    const store = await openedWith(
      open,
      lead('now', -900, due(0)),
      lead('later', -999, due(1)),
      lead('long', -60, due(-50)),
      lead('just', -70, due(-1)),
      ...[failed, held].map((delivery) => aRecord({ delivery })),
    );
    expect(await store.due(second(0), 10)).toEqual(['long', 'just', 'now']);
    expect(await store.due(second(0), 2)).toEqual(['long', 'just']);
  });

  test('undelivered leads are counted by state and time, and the wait starts with a release', async () => {
    const store = await openedWith(
      open,
      lead('old', 5, due(900)),
      lead('released', 0, due(900, second(20))),
      lead('lost', 10, failed),
      { ...lead('put away', 1, failed), archived: true },
    );
    const waits = (state: 'pending' | 'failed', since: number) =>
      store.undelivered(state, second(since));
    expect(await waits('pending', 20)).toMatchObject({ count: 2, oldest: { id: 'old' } });
    expect(await waits('pending', 19)).toMatchObject({ count: 1, oldest: { id: 'old' } });
    expect(await waits('failed', 10)).toMatchObject({ count: 1, oldest: { id: 'lost' } });
    expect(await waits('failed', 9)).toEqual({ count: 0, oldest: undefined, damaged: 0 });
    await become(store, 'old', { state: 'delivered', at });
    expect(await longestWait(store)).toBe(second(10));
    await store.change('lost', (it) => ({ ...it, archived: true }));
    expect(await longestWait(store)).toBe(second(20));
    await store.change('put away', (it) => ({ ...it, archived: false }));
    expect(await longestWait(store)).toBe(second(1));
  });

  const held_ = async (store: Store) => [(await store.counts()).held, await store.heldSince()];

  test('the held leads are counted, and the wait starts with the oldest, until it is released or erased', async () => {
    const store = await openedWith(
      open,
      { ...lead('b', 10, held), industry: 'cleaning' },
      lead('a', 0, held),
      lead('c', 20, held),
      aRecord({ created_at: second(-9) }),
    );
    expect(await held_(store)).toEqual([3, second(0)]);
    await become(store, 'a', { state: 'off' });
    expect(await held_(store)).toEqual([2, second(10)]);
    await store.erase(['b'], second(9), { log: erasureLog() });
    expect(await held_(store)).toEqual([1, second(20)]);
  });

  describe('a lead that waits for an answer, or was archived', () => {
    const waits = { answered: null } as const;
    /** One lead of each kind, newest first. */
    const leads = [
      aRecord({ ...waits, id: 'new' }),
      aRecord({ ...waits, id: 'lost', delivery: failed, industry: 'cleaning' }),
      aRecord({ id: 'answered', answered: { at, by: 'Ada' } }),
      aRecord({ id: 'from-before' }),
      aRecord({ ...waits, id: 'spam', delivery: held }),
      aRecord({ ...waits, id: 'put-away', archived: true, industry: 'cleaning' }),
      aRecord({ ...waits, id: 'put-away-spam', archived: true, delivery: held }),
    ].map((it, i) => ({ ...it, created_at: second(-i) }));
    const seeded = () => openedWith(open, ...leads);

    test('waits from its arrival until an admin answers or archives it', async () => {
      const store = await seeded();
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 2 });
      expect(await store.waitingSince()).toBe(second(-1));
      await store.change('new', (lead) => ({ ...lead, answered: { at, by: 'Ada' } }));
      await store.change('lost', (lead) => ({ ...lead, archived: true }));
      expect(await store.counts()).toMatchObject({ held: 1, waiting: 0 });
      expect(await store.waitingSince()).toBeUndefined();
      await store.change('lost', (lead) => ({ ...lead, archived: false }));
      await store.erase(['new'], at, { log: erasureLog() });
      await store.change('spam', (lead) => ({ ...lead, delivery: { state: 'off' } }));
      expect(await store.counts()).toMatchObject({ held: 0, waiting: 2 });
    });

    test('is found by the filters for it', async () => {
      const store = await seeded();
      const found = async (filter: Filter) =>
        (await store.page({ filter, limit: 9 })).records.map(({ id }) => id).join(' ');
      const cases: [Filter, string][] = [
        [{}, 'new lost answered from-before'],
        [{ answered: 'no' }, 'new lost'],
        [{ answered: 'no', industry: 'cleaning' }, 'lost'],
        [{ answered: 'no', delivery: 'failed' }, 'lost'],
        [{ answered: 'no', delivery: 'held' }, ''],
        [{ answered: 'no', to: second(0) }, 'lost'],
        [{ answered: 'no', q: 'dana' }, 'new lost'],
        [{ delivery: 'held' }, 'spam'],
        [{ archived: 'yes' }, 'put-away put-away-spam'],
        [{ archived: 'yes', delivery: 'held' }, 'put-away-spam'],
        [{ archived: 'yes', industry: 'cleaning' }, 'put-away'],
        [{ archived: 'yes', answered: 'no' }, ''],
        [{ archived: 'yes', q: 'dana' }, 'put-away put-away-spam'],
        [{ q: 'dana' }, 'new lost answered from-before spam'],
        [{ delivery: 'off' }, ''],
      ];
      for (const [filter, ids] of cases)
        expect([filter, await found(filter)]).toEqual([filter, ids]);
    });

    test('is delivered although it was archived, and not erased while its delivery is pending', async () => {
      const store = await openedWith(open, { ...lead('a', 0, due(0)), archived: true });
      const owedSince = second(-9_999_999);
      expect(await store.due(second(1), 5)).toEqual(['a']);
      expect(await store.idsBefore(second(99_999_999), 5, { owedSince })).toEqual([]);
      expect(await store.erase(['a'], at, { log: erasureLog(), owedSince })).toBe(0);
    });
  });
}
