import { idsBy } from '../../../support/worlds/stored.ts';
import { describe, expect, test } from 'vitest';
import { foldEmail } from '../../../../functions/store/record.ts';
import { erasureLog, loggedIn } from '../../../support/builders/audit.ts';
import { aRecord, second } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

const at = second(0);

export function eraseContract(open: Open): void {
  describe('an erased lead', () => {
    test('is found by no query, unlike the others', async () => {
      const record = aRecord({
        name: 'Zoe Poe',
        email: 'zoe@poe.example',
        created_at: second(-1),
      });
      const other = aRecord({ name: 'Ann Loe', email: 'ann@loe.example', created_at: second(0) });
      const store = await openedWith(open, record, other);
      expect(await store.erase([record.id], at)).toBe(1);
      expect(await store.get(record.id)).toBeUndefined();
      expect(await idsBy(store, 'zoe@poe.example', 5)).toEqual([]);
      expect(await store.idsBefore(second(9), 5)).toEqual([other.id]);
      expect(await store.due(second(9), 5)).toEqual([other.id]);
      const filters = [undefined, 'zoe', 'zoe@poe.example'];
      for (const q of filters) {
        const { records } = await store.page({ filter: { q }, limit: 5 });
        expect(records).toEqual(q === undefined ? [other] : []);
      }
      expect(await store.get(other.id)).toEqual(other);
    });

    test('leaves a tombstone without the person, and cannot be sent, changed or erased again', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      await store.erase([record.id], at);
      const { version, sha256, at: agreed } = record.consent;
      expect(await store.tombstone(record.id)).toEqual({
        id: record.id,
        erased_at: at,
        consent: { version, sha256, at: agreed },
        figures: {
          day: '2025-11-03',
          held: false,
          industry: 'roofing',
          source: 'contact_page',
          first_try: false,
          answered_within: null,
        },
      });
      expect(await store.create(record)).toBe(false);
      expect(await store.change(record.id, () => expect.unreachable())).toBeUndefined();
      expect(await store.erase([record.id], second(9))).toBe(0);
      expect(await store.tombstone(record.id)).toMatchObject({ erased_at: at });
    });

    test('stays erased when changes come at the same time', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      await Promise.all([
        ...Array.from({ length: 5 }, () => store.change(record.id, (it) => ({ ...it, tries: 1 }))),
        store.erase([record.id], at),
        ...Array.from({ length: 5 }, () => store.change(record.id, (it) => ({ ...it, tries: 2 }))),
      ]);
      expect(await store.get(record.id)).toBeUndefined();
      expect(await store.tombstone(record.id)).toBeDefined();
    });
  });

  describe('a logged erasure', () => {
    test('appends an entry that names exactly the erased leads', async () => {
      const store = await openedWith(open, aRecord({ id: 'a' }), aRecord({ id: 'b' }));
      const log = erasureLog();
      await store.erase(['gone', 'b', 'a', 'a'], at, { log });
      expect(log.named()).toEqual(['b', 'a']);
      expect(await loggedIn(store)).toEqual(log.entries.toReversed());
    });

    test('appends no entry if no lead is erased', async () => {
      const store = await opened(open);
      const log = erasureLog();
      expect(await store.erase([], at, { log })).toBe(0);
      expect(await store.erase(['gone', 'a/b', ''], at, { log })).toBe(0);
      expect(await store.tombstone('gone')).toBeUndefined();
      expect(log.entries).toEqual([]);
      expect((await store.audit({ limit: 5 })).entries).toEqual([]);
    });

    test('erases no lead if its entry cannot be created', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      const failure = new TypeError('no entry');
      const log = {
        ...erasureLog(),
        entry: () => {
          throw failure;
        },
      };
      await expect(store.erase([record.id], at, { log })).rejects.toBe(failure);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('names each lead once when two connections erase it at the same time', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, other] = [await opened(open, name), await opened(open, name)];
      const ids = ['a', 'b', 'c'];
      for (const id of ids) await one.create(aRecord({ id }));
      const log = erasureLog();
      const erased = await Promise.all(
        [one, other, one, other].map((store, i) => store.erase(ids, second(i), { log })),
      );
      expect(erased.toSorted()).toEqual([0, 0, 0, 3]);
      expect(log.named()).toEqual(ids);
      expect(await loggedIn(other)).toHaveLength(1);
    });
  });

  test('an address in any notation finds all of its leads, and no others', async () => {
    const store = await openedWith(
      open,
      aRecord({ id: 'a', email: 'Dana@Example.COM' }),
      aRecord({ id: 'b', email: 'dana@example.com' }),
      aRecord({ id: 'c', email: 'dana@example.com.au' }),
      aRecord({ id: 'd', email: 'xdana@example.com' }),
    );
    expect((await idsBy(store, 'dana@example.com', 5)).toSorted()).toEqual(['a', 'b']);
    expect(await idsBy(store, 'dana@example.com', 1)).toHaveLength(1);
    for (const unknown of ['nobody@example.com', foldEmail('\ud800')])
      expect(await idsBy(store, unknown, 5)).toEqual([]);
  });

  test('leads before a time come oldest first, up to the limit, and exclude that exact time', async () => {
    const store = await openedWith(
      open,
      aRecord({ id: 'now', created_at: second(0) }),
      aRecord({ id: 'old', created_at: second(-1) }),
      aRecord({
        id: 'older',
        created_at: second(-2),
        delivery: { state: 'held', reasons: ['honeypot'] },
      }),
    );
    expect(await store.idsBefore(second(0), 5)).toEqual(['older', 'old']);
    expect(await store.idsBefore(second(0), 1)).toEqual(['older']);
  });
}
