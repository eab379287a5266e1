import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAt, daysAfter, isDay, startOfDay } from '../../../src/shared/company-time.ts';

describe('a day in the company’s time zone', () => {
  test.each([
    ['2026-01-15', '2026-01-15T06:00:00.000Z'],
    ['2026-07-15', '2026-07-15T05:00:00.000Z'],
    // On the first of each two days, clocks change after the day has begun.
    ['2026-03-08', '2026-03-08T06:00:00.000Z'],
    ['2026-03-09', '2026-03-09T05:00:00.000Z'],
    ['2026-11-01', '2026-11-01T05:00:00.000Z'],
    ['2026-11-02', '2026-11-02T06:00:00.000Z'],
  ])('%s begins at %s', (day, start) => {
    expect(startOfDay(day).toISOString()).toBe(start);
  });

  test('begins exactly when the day before ends', () => {
    const day = fc
      .date({ min: new Date('2000-01-02'), max: new Date('2999-12-30'), noInvalidDate: true })
      .map((it) => it.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, (it) => {
        const start = startOfDay(it).getTime();
        expect(dayAt(start)).toBe(it);
        expect(dayAt(start - 1)).toBe(daysAfter(it, -1));
      }),
    );
  });

  test.each(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '1999-12-31', 'today', ''])(
    'can not be %j',
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  test('can be February 29 in a leap year', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});
