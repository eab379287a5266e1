import { describe, expect, test } from 'vitest';
import { DamagedRecord } from '../../../../functions/store/record.ts';
import type { LogEvent } from '../../../../functions/log/log.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, type Open } from './opened.ts';
import { longestWait } from './waits.ts';

/** Overwrites fields of the document under an id, without the store. */
export type Damage = (name: string, id: string, fields: Record<string, unknown>) => Promise<void>;

const all = {};

/** Four leads that are due, newest first. The second and third are then damaged. */
async function withTwoDamaged(open: Open, damage: Damage, fields: Record<string, unknown>) {
  const name = `t-${crypto.randomUUID()}`;
  const log: LogEvent[] = [];
  const store = await opened((it) => open(it, (event) => log.push(event)), name);
  const records = ['a', 'b', 'c', 'd'].map((id, i) =>
    aRecord({
      id,
      created_at: second(-i),
      delivery: { state: 'pending', next_attempt_at: second(i) },
    }),
  );
  for (const it of records) await store.create(it);
  for (const id of ['b', 'c']) await damage(name, id, fields);
  const [first, , , last] = records;
  return { store, name, log, whole: [first, last] };
}

export function damagedContract(open: Open, damage: Damage): void {
  describe.each([
    ['a field of another type', { attempts: 'none' }],
    ['a delivery that does not exist', { delivery: { state: 'lost' } }],
    ['the id of another', { id: 'a' }],
    ['a time that does not exist', { created_at: '2025-11-33T12:00:00.000Z' }],
    ['no time at all', { created_at: '' }],
  ])('a record with %s', (_, fields) => {
    test('hides no other record from the list, in pages of any size, and is named', async () => {
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

  test('a damaged record doesn’t count as the longest wait', async () => {
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
    expect(await store.idsOf('dana@example.com', 5)).toHaveLength(4);
    expect(await store.erase(['b'], second(0))).toBe(1);
    expect(await store.tombstone('b')).toEqual({ id: 'b', erased_at: second(0), consent: null });
  });
}
