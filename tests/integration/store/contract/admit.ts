import { describe, expect, test } from 'vitest';
import type { Admission } from '../../../../functions/store/hits.ts';
import { second } from '../../../support/builders/record.ts';
import { opened, type Open } from './opened.ts';

const limit = { count: 3, windowMs: 10_000 };
const at = (count: number) => new Date(second(count));
const admitted: Admission = { admitted: true };
const until = (count: number): Admission => ({ admitted: false, until: at(count).getTime() });

export function admitContract(open: Open): void {
  describe('admission', () => {
    test('is for as many hits as the limit allows, and then for none until the window has moved', async () => {
      const store = await opened(open);
      const come = (mark: string, when: number) => store.admit('key', mark, limit, at(when));
      expect(await come('a', 0)).toEqual(admitted);
      expect(await come('b', 4)).toEqual(admitted);
      expect(await come('c', 5)).toEqual(admitted);
      expect(await come('d', 6)).toEqual(until(10));
      expect(await come('d', 9.999)).toEqual(until(10));
      // Only the first has left the window.
      expect(await come('d', 10)).toEqual(admitted);
      expect(await come('e', 10)).toEqual(until(14));
      // Refused hits don't count: otherwise a flood would never end.
      expect(await come('e', 14)).toEqual(admitted);
      expect(await come('f', 40)).toEqual(admitted);
    });

    test('counts a mark once, and admits it even when the limit is reached', async () => {
      const store = await opened(open);
      const come = (mark: string, when: number) => store.admit('key', mark, limit, at(when));
      for (const mark of ['a', 'a', 'b', 'a', 'c']) expect(await come(mark, 1)).toEqual(admitted);
      expect(await come('d', 2)).toEqual(until(11));
      expect(await come('a', 2)).toEqual(admitted);
      expect(await come('d', 11)).toEqual(admitted);
    });

    test('counts each key by itself', async () => {
      const store = await opened(open);
      for (const mark of ['a', 'b', 'c']) await store.admit('one', mark, limit, at(0));
      expect(await store.admit('one', 'd', limit, at(0))).toEqual(until(10));
      expect(await store.admit('other', 'd', limit, at(0))).toEqual(admitted);
    });

    test('follows a limit that was changed meanwhile', async () => {
      const store = await opened(open);
      for (const [i, mark] of ['a', 'b', 'c'].entries()) {
        await store.admit('key', mark, limit, at(i));
      }
      const come = (different: object) =>
        store.admit('key', 'd', { ...limit, ...different }, at(5));
      expect(await come({ count: 1 })).toEqual(until(12));
      expect(await come({ windowMs: 1000 })).toEqual(admitted);
    });

    test('keeps the limit when fifty come at once, through two connections', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const doors = [await opened(open, name), await opened(open, name)] as const;
      const all = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          doors[i % 2 === 0 ? 0 : 1].admit('key', `mark ${i}`, { ...limit, count: 7 }, at(0)),
        ),
      );
      expect(all.filter((it) => it.admitted)).toHaveLength(7);
    });

    test('is not forgotten when the store is closed', async () => {
      const name = `t-${crypto.randomUUID()}`;
      const store = await open(name);
      for (const mark of ['a', 'b', 'c']) await store.admit('key', mark, limit, at(0));
      await store.close();
      const again = await opened(open, name);
      expect(await again.admit('key', 'd', limit, at(1))).toEqual(until(10));
    });
  });
}
