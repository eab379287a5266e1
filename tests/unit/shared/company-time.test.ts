import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import hours from '../../../site/hours.json' with { type: 'json' };
import {
  businessDayMs,
  businessDays,
  businessMs,
  dayAt,
  daysAfter,
  isDay,
  nextBusinessDay,
  startOfDay,
  timeAt,
} from '../../../src/shared/company-time.ts';

test.each([
  ['Monday', 'Friday', '_MTWTF_'],
  ['Monday', 'Sunday', 'SMTWTFS'],
  ['Friday', 'Monday', 'SM___FS'],
])('a business week may go from %s to %s', (first, last, days) => {
  const letters = businessDays(first, last).map((it, day) => (it ? 'SMTWTFS'[day] : '_'));
  expect(letters.join('')).toBe(days);
});

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
      fc.property(day, (date) => {
        const start = startOfDay(date).getTime();
        expect(dayAt(start)).toBe(date);
        expect(dayAt(start - 1)).toBe(daysAfter(date, -1));
      }),
    );
  });

  test.each(['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '1999-12-31', 'today', ''])(
    'can not be %j',
    (text) => expect(isDay(text)).toBe(false),
  );

  test('can be February 29 in a leap year', () => {
    expect(isDay('2028-02-29')).toBe(true);
  });
});

test.each([
  ['on a winter day', '2026-01-15', '09:00', '2026-01-15T15:00:00.000Z'],
  ['on a summer day', '2026-07-15', '09:00', '2026-07-15T14:00:00.000Z'],
  ['before the change to summer time', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
  ['after the change to summer time', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
  ['that this change skips', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z'],
  ['before the change to winter time', '2026-11-01', '00:30', '2026-11-01T05:30:00.000Z'],
  ['that this change repeats', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  ['after the change to winter time', '2026-11-01', '02:00', '2026-11-01T08:00:00.000Z'],
])('a time %s has the right instant: %s %s', (_, day, clock, time) => {
  expect(timeAt(day, clock).toISOString()).toBe(time);
});

test('a time that occurs twice means its first occurrence, even east of Greenwich', async () => {
  const file = '../../../site/hours.json';
  vi.doMock(file, () => ({ default: { ...hours, timeZone: 'Europe/Berlin' } }));
  const another = '../../../src/shared/company-time.ts?berlin';
  const berlin = (await import(another)) as { timeAt: typeof timeAt };
  vi.doUnmock(file);
  expect(berlin.timeAt('2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z');
});

test.each([
  ['2026-11-24', '2026-11-25'],
  ['2026-11-27', '2026-11-30'],
  ['2026-11-28', '2026-11-30'],
])('the business day after %s is %s', (day, next) => {
  expect(nextBusinessDay(day)).toBe(next);
});

test('a holiday is no working time, so a lead does not wait on it', () => {
  const holidays: string[] = hours.holidays;
  const between = (from: string, to: string) => businessMs(Date.parse(from), Date.parse(to));
  const week = ['2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z'] as const;
  // A Thursday, and a Saturday, which is no working day anyway.
  holidays.push('2026-11-26', '2026-11-28');
  try {
    expect(nextBusinessDay('2026-11-25')).toBe('2026-11-27');
    expect(between(...week)).toBe(4 * businessDayMs);
    expect(between('2026-11-26T16:00:00Z', '2026-11-26T20:00:00Z')).toBe(0);
    expect(between('2026-11-25T23:30:00Z', '2026-11-27T15:10:00Z')).toBe(40 * 60_000);
  } finally {
    holidays.length = 0;
  }
  expect(between(...week)).toBe(5 * businessDayMs);
});

describe('the business hours between two moments', () => {
  const minutes = (from: string, to: string) =>
    businessMs(Date.parse(from), Date.parse(to)) / 60_000;

  // In winter, the company is open from 15:00 to 24:00 UTC; in summer, from 14:00 to 23:00.
  test.each([
    ['within one day', '2026-11-18T16:00:00Z', '2026-11-18T16:04:30Z', 4.5],
    ['from before the opening', '2026-11-18T13:00:00Z', '2026-11-18T15:10:00Z', 10],
    ['in the night', '2026-11-18T02:00:00Z', '2026-11-18T14:59:00Z', 0],
    ['from the night to the morning', '2026-11-18T02:00:00Z', '2026-11-18T15:07:00Z', 7],
    ['over a night', '2026-11-18T23:50:00Z', '2026-11-19T15:10:00Z', 20],
    ['of a whole day', '2026-11-18T00:00:00Z', '2026-11-19T00:00:00Z', 540],
    ['from a Friday to a Monday', '2026-11-20T23:30:00Z', '2026-11-23T15:15:00Z', 45],
    ['on a weekend', '2026-11-21T06:00:00Z', '2026-11-23T05:59:00Z', 0],
    ['over the change to winter time', '2026-10-30T22:30:00Z', '2026-11-02T15:30:00Z', 60],
    ['over the change to summer time', '2026-03-06T23:30:00Z', '2026-03-09T14:30:00Z', 60],
    ['of a year', '2025-01-01T06:00:00Z', '2026-01-01T06:00:00Z', 261 * 540],
    ['that are in the wrong order', '2026-11-18T17:00:00Z', '2026-11-18T16:00:00Z', 0],
  ])('are right: %s', (_, from, to, expected) => {
    expect(minutes(from, to)).toBe(expected);
  });

  test('are the sum over any moment in between', () => {
    const time = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') });
    fc.assert(
      fc.property(fc.tuple(time, time, time), (times) => {
        const [from, between, to] = times.toSorted((a, b) => a - b) as [number, number, number];
        expect(businessMs(from, between) + businessMs(between, to)).toBe(businessMs(from, to));
        expect(businessMs(from, to)).toBeLessThanOrEqual(to - from);
      }),
    );
  });
});
