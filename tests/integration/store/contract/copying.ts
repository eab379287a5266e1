import { idsBy } from '../../../support/worlds/stored.ts';
import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../../functions/log/log.ts';
import type { Kept } from '../../../../functions/store/collections.ts';
import { DamagedRecord } from '../../../../functions/store/record.ts';
import { collectedRecord } from '../../../support/builders/many-leads.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';
import { longestWait } from './waits.ts';

const submission = (it = aRecord()): Kept => ({ kind: 'submission', submission: it });
const tombstone = (id: string, erased_at = second(0)): Kept => ({
  kind: 'tombstone',
  tombstone: { id, erased_at, consent: null },
});

/** Overwrites fields of the document under an id, without the store. */
export type Damage = (name: string, id: string, fields: Record<string, unknown>) => Promise<void>;

const all = {};

/** Four leads that are due, newest first. The second and third are then damaged. */
async function withTwoDamaged(open: Open, damage: Damage, fields: Record<string, unknown>) {
  const name = `t-${crypto.randomUUID()}`;
  const log: LogEvent[] = [];
  const store = await opened((storeName) => open(storeName, (event) => log.push(event)), name);
  const records = ['a', 'b', 'c', 'd'].map((id, i) =>
    aRecord({
      id,
      created_at: second(-i),
      delivery: { state: 'pending', next_attempt_at: second(i) },
    }),
  );
  for (const record of records) await store.create(record);
  for (const id of ['b', 'c']) await damage(name, id, fields);
  const [first, , , last] = records;
  return { store, name, log, whole: [first, last] };
}

export function keptContract(open: Open, damage: Damage): void {
  describe('copying', () => {
    test.each([1, 2, 3, 9])('reads in the order of ids, in pages of %i', async (limit) => {
      const store = await opened(open);
      const items = ['Z', 'a', 'b', 'é', 'ｚ', '🚒'].map((id, i) =>
        i === 2 ? tombstone(id) : submission(collectedRecord(i, id)),
      );
      expect(await store.add('submissions', items.toReversed())).toEqual(items.map(() => true));
      expect((await Array.fromAsync(store.all('submissions', limit))).flat()).toEqual(items);
    });

    test('stores leads that can be listed, searched, delivered and erased like any other', async () => {
      const store = await opened(open);
      const record = aRecord({ name: 'Zoe Poe', email: 'Zoe@Poe.example' });
      const held = aRecord({ delivery: { state: 'held', reasons: ['honeypot'] } });
      await store.add('submissions', [submission(record), submission(held)]);
      expect(await store.get(record.id)).toEqual(record);
      for (const q of [undefined, 'zoe', 'zoe@poe.example']) {
        const { records } = await store.page({ filter: { q }, limit: 5 });
        expect(records).toEqual([record]);
      }
      expect(await store.due(second(99_999), 5)).toEqual([record.id]);
      expect(await idsBy(store, 'zoe@poe.example', 5)).toEqual([record.id]);
      expect(await store.erase([record.id], second(0))).toBe(1);
      const { records } = await store.page({ filter: { q: 'zoe' }, limit: 5 });
      expect(records).toEqual([]);
    });

    test('skips each existing id, even of an erased lead', async () => {
      const before = collectedRecord(21);
      const store = await openedWith(open, before);
      const now = { ...before, delivery: { state: 'delivered', at: second(9) } as const };
      await store.change(before.id, () => now);
      await store.add('submissions', [tombstone('gone')]);
      const items = [
        submission(before),
        tombstone(before.id),
        tombstone('gone', second(1)),
        submission(aRecord({ id: 'gone' })),
        submission(aRecord({ id: 'new' })),
      ];
      expect(await store.add('submissions', items)).toEqual([false, false, false, false, true]);
      expect(await store.get(before.id)).toEqual(now);
      expect(await store.get('gone')).toBeUndefined();
      expect(await store.tombstone('gone')).toMatchObject({ erased_at: second(0) });
    });

    test('stores an item once when it comes twice at the same time', async () => {
      const store = await opened(open);
      const one = submission();
      const outcomes = await Promise.all([
        store.add('submissions', [one, one]),
        store.add('submissions', [one]),
      ]);
      expect(outcomes.flat().toSorted()).toEqual([false, false, true]);
    });

    test('also reads roles, each once', async () => {
      const store = await opened(open);
      for (const user of ['b', 'a_1', 'a']) await store.grantRole(user, 'admin');
      const role = (user_id: string) => ({ kind: 'role', user_id, role: 'admin' });
      // Not a role of this version. Its id could also belong to the user `c_b`.
      await store.grantRole('c', 'b_admin');
      expect((await Array.fromAsync(store.all('user_roles', 2))).flat()).toEqual([
        role('a_1'),
        role('a'),
        role('b'),
        { kind: 'damaged', of: 'role', id: 'c_b_admin' },
      ]);
    });
  });

  describe.each([
    ['a field of another type', { attempts: 'none' }],
    ['a delivery that does not exist', { delivery: { state: 'lost' } }],
    ['the id of another', { id: 'a' }],
    ['a time that does not exist', { created_at: '2025-11-33T12:00:00.000Z' }],
    ['no time at all', { created_at: '' }],
  ])('a record with %s', (_, fields) => {
    test('is reported by its id, and hides no other record from the list in pages of any size', async () => {
      const { store, whole, log } = await withTwoDamaged(open, damage, fields);
      const { records: one, next } = await store.page({ filter: all, limit: 1 });
      expect(one).toEqual([whole[0]]);
      const rest = await store.page({ filter: all, limit: 1, after: next });
      expect(rest).toEqual({ records: [whole[1]], next: undefined });
      for (const filter of [all, { q: 'dana' }]) {
        const { records } = await store.page({ filter, limit: 2 });
        expect(records).toEqual(whole);
      }
      expect(log).toContainEqual({ event: 'damaged-record', id: 'b' });
      await expect(store.get('b')).rejects.toThrow(DamagedRecord);
      await expect(store.change('b', (it) => it)).rejects.toThrow(DamagedRecord);
      const found = (await Array.fromAsync(store.all('submissions'))).flat();
      const kinds = ['submission', 'damaged', 'damaged', 'submission'];
      expect(found.map(({ kind }) => kind)).toEqual(kinds);
      expect(await store.due(second(9), 2)).toEqual(['a', 'd']);
    });
  });

  test('a damaged record does not count as the longest wait', async () => {
    const { store, name } = await withTwoDamaged(open, damage, { attempts: 'none' });
    expect(await longestWait(store)).toBe(second(-3));
    await damage(name, 'd', { attempts: 'none' });
    expect(await longestWait(store)).toBe(second(0));
    await damage(name, 'a', { attempts: 'none' });
    expect(await longestWait(store)).toBeUndefined();
  });

  test('a damaged record is erased like any other', async () => {
    const { store, name } = await withTwoDamaged(open, damage, { attempts: 'none' });
    await damage(name, 'b', { consent: 'none' });
    expect(await idsBy(store, 'dana@example.com', 5)).toHaveLength(4);
    expect(await store.erase(['b'], second(0))).toBe(1);
    expect(await store.tombstone('b')).toEqual({ id: 'b', erased_at: second(0), consent: null });
  });
}
