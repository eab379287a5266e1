import { describe, expect, test } from 'vitest';
import { countHit, expiryOf, readHits } from '../../../functions/store/hits.ts';

const limit = { count: 2, windowMs: 1000 };
const hit = (mark: string, at: number) => ({ mark, at });
const admitted = { admitted: true };

describe('a hit', () => {
  test('is admitted and stored after those that still count, in the order of time', () => {
    expect(countHit([], 'a', limit, 0)).toEqual({ admission: admitted, seen: [hit('a', 0)] });
    expect(countHit([hit('b', 500), hit('a', 0)], 'c', { ...limit, count: 3 }, 999)).toEqual({
      admission: admitted,
      seen: [hit('a', 0), hit('b', 500), hit('c', 999)],
    });
    expect(countHit([hit('a', 0), hit('b', 500)], 'c', limit, 1000)).toEqual({
      admission: admitted,
      seen: [hit('b', 500), hit('c', 1000)],
    });
  });

  test('is refused until enough of the others have left the window', () => {
    const both = [hit('b', 500), hit('a', 0)];
    expect(countHit(both, 'c', limit, 999)).toEqual({
      admission: { admitted: false, until: 1000 },
    });
    expect(countHit(both, 'c', { ...limit, count: 1 }, 999)).toEqual({
      admission: { admitted: false, until: 1500 },
    });
  });

  test('that was counted before is admitted, and changes nothing', () => {
    const both = [hit('a', 0), hit('b', 500)];
    expect(countHit(both, 'a', limit, 999)).toEqual({ admission: admitted });
  });

  test('of a clock that was ahead counts, but not for longer than the window', () => {
    const ahead = [hit('a', 999), hit('b', 999)];
    expect(countHit(ahead, 'c', limit, 0).admission).toMatchObject({ admitted: false });
    expect(countHit([hit('a', 1000)], 'c', limit, 0).seen).toEqual([hit('c', 0)]);
  });
});

test('hits expire when the last one leaves the window', () => {
  expect(expiryOf([hit('a', 0), hit('b', 500), hit('c', 20)], limit)).toBe(1500);
});

test.each([undefined, null, 7, 'x', {}, [7], [{ mark: 'a' }], [{ mark: 1, at: 1 }]])(
  'hits that can’t be read don’t count: %j',
  (stored) => {
    expect(readHits(stored)).toEqual([]);
  },
);
