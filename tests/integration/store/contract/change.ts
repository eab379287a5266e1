import { describe, expect, test } from 'vitest';
import { aRecord } from '../../../support/builders/record.ts';
import { opened, openedWith, type Open } from './opened.ts';

export function changeContract(open: Open): void {
  describe('a change', () => {
    test('is stored and returned', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      const attempts = [{ at: record.created_at, ms: 12, status: 200 }];
      const changed = {
        ...record,
        delivery: { state: 'delivered' as const, at: record.created_at },
        attempts,
        tries: 1,
      };
      expect(await store.change(record.id, () => changed)).toEqual(changed);
      expect(await store.get(record.id)).toEqual(changed);
    });

    test('replaces all fields', async () => {
      const record = aRecord({ lease: { holder: 'a', until: '2025-11-03T16:20:15.000Z' } });
      const store = await openedWith(open, record);
      await store.change(record.id, (it) => ({ ...it, delivery: { state: 'off' }, lease: null }));
      expect(await store.get(record.id)).toEqual({
        ...record,
        delivery: { state: 'off' },
        lease: null,
      });
    });

    test('starts from the stored record', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      await store.change(record.id, (stored) => {
        expect(stored).toEqual(record);
        return undefined;
      });
      expect.assertions(1);
    });

    test('that is declined changes nothing', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      expect(await store.change(record.id, () => undefined)).toBeUndefined();
      expect(await store.get(record.id)).toEqual(record);
    });

    test('isn’t decided if the lead is missing', async () => {
      const store = await opened(open);
      const asked = () => expect.unreachable();
      expect(await store.change('missing', asked)).toBeUndefined();
    });

    test('fails if its decision throws, and changes nothing', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      const failure = new TypeError('undecided');
      const changed = store.change(record.id, () => {
        throw failure;
      });
      await expect(changed).rejects.toBe(failure);
      expect(await store.get(record.id)).toEqual(record);
    });

    test('isn’t lost when twenty come at once', async () => {
      const record = aRecord();
      const store = await openedWith(open, record);
      const changes = Array.from({ length: 20 }, () =>
        store.change(record.id, (it) => ({ ...it, tries: it.tries + 1 })),
      );
      const seen = (await Promise.all(changes)).map((it) => it?.tries ?? 0);
      expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
      expect(await store.get(record.id)).toMatchObject({ tries: 20 });
    });

    test('lets one of ten claims win, through two connections', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const [one, other] = [await opened(open, name), await opened(open, name)];
      const record = aRecord();
      await one.create(record);
      const until = '2025-11-03T16:20:15.000Z';
      const claims = Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? one : other).change(record.id, (it) =>
          it.lease ? undefined : { ...it, lease: { holder: `worker ${i}`, until } },
        ),
      );
      const won = (await Promise.all(claims)).filter((it) => it !== undefined);
      expect(won).toHaveLength(1);
      expect(await other.get(record.id)).toEqual(won[0]);
    });
  });
}
