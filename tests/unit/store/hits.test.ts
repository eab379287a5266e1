import { describe, expect, test } from 'vitest';
import { countHit, readHits } from '../../../functions/store/hits.ts';

const limit = { count: 2, windowMs: 1000 };
const hit = (mark: string, at: number) => ({ mark, at });
const admitted = { admitted: true };

describe('a hit', () => {
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

test.each([undefined, null, 7, 'x', {}, [7], [{ mark: 'a' }], [{ mark: 1, at: 1 }]])(
  'hits that can’t be read don’t count: %j',
  (stored) => {
    expect(readHits(stored)).toEqual([]);
  },
);
