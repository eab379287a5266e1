import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  waitAskedFor,
  delays,
  jitter,
  next,
  soonerTries,
} from '../../../functions/delivery/schedule.ts';
import { sendTimeout, type Sent } from '../../../functions/delivery/send.ts';
import { parseRetention } from '../../../functions/env.ts';
import { owedDays } from '../../../functions/erasure/retention.ts';
import { lateAfterMs } from '../../../src/shared/health.ts';

const now = new Date('2026-03-02T15:04:05.678Z');
const second = 1000;
const day = 24 * 60 * 60 * second;
const answered = (status: number, retryAfter: string | null = null): Sent => ({
  status,
  answer: '',
  retryAfter,
  ms: 12,
});
const refused: Sent = { error: 'The connection was refused', ms: 3 };

/** The schedule's wait in milliseconds; undefined at its end. */
function waitAfter(tries: number, sent: Sent, random = 0): number | undefined {
  const delivery = next(tries, sent, now, () => random);
  if (delivery.state !== 'pending') return undefined;
  return Date.parse(delivery.next_attempt_at) - now.getTime();
}

const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anyTries = fc.integer({ min: 1, max: delays.length - 1 });
const anyFailure = fc.oneof(
  fc.constant(refused),
  fc
    .integer({ min: 100, max: 599 })
    .filter((status) => status < 200 || status > 299)
    .map((status) => answered(status)),
);

test('the schedule tries at once, then after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h', () => {
  const minutes = (delay: number) => delay / (60 * second);
  expect(delays.map(minutes)).toEqual([0, 1 / 12, 5, 30, 120, 300, 600, 840, 1200, 1440]);
});

test('the schedule continues after a 410, as after any other failure', () => {
  for (const tries of [1, 2, delays.length - 1])
    expect(waitAfter(tries, answered(410))).toBe(delays[tries]);
});

test('each wait is the one in the schedule’s table, plus at most a tenth', () => {
  fc.assert(
    fc.property(anyTries, anyFailure, anyRandom, (tries, sent, random) => {
      const wait = waitAfter(tries, sent, random);
      expect(wait).toBeGreaterThanOrEqual(delays[tries] ?? NaN);
      expect(wait).toBeLessThanOrEqual((delays[tries] ?? NaN) * (1 + jitter));
    }),
  );
});

test('three attempts have failed before a lead is reported late', () => {
  // `tick` sends due leads before the watch looks, so it is enough that the third attempt is due at that time.
  const waits = delays.slice(0, 3).reduce((sum, delay) => sum + delay * (1 + jitter), 0);
  expect(waits + 2 * sendTimeout).toBeLessThan(lateAfterMs);
});

test('retention never erases a lead before its last attempt, whatever Retry-After says', () => {
  const longestWait = waitAskedFor('9999999', now) ?? NaN;
  const waits = delays.slice(1).map((delay) => Math.max(delay, longestWait) * (1 + jitter));
  const days = Math.ceil(waits.reduce((sum, wait) => sum + wait, 0) / day);
  expect(days).toBeLessThan(owedDays);
  expect(() => parseRetention({ RETENTION_DAYS: String(days) })).toThrow('RETENTION_DAYS must be');
});

test('the schedule gives up after the last attempt', () => {
  const failed = { state: 'failed', at: now.toISOString() };
  expect(next(delays.length - 1, refused, now, () => 0).state).toBe('pending');
  expect(next(delays.length, refused, now, () => 0)).toEqual(failed);
  expect(next(delays.length, answered(429, '5'), now, () => 0)).toEqual(failed);
});

test.each([200, 201, 202, 204, 299])(
  'a response with %d is a success, even on the last attempt',
  (status) => {
    const delivered = { state: 'delivered', at: now.toISOString() };
    expect(next(1, answered(status), now, () => 0)).toEqual(delivered);
    expect(next(delays.length, answered(status), now, () => 0)).toEqual(delivered);
  },
);

describe('Retry-After', () => {
  test.each([429, 503, 500, 302])('is respected with a %d', (status) => {
    expect(waitAfter(1, answered(status, '90'))).toBe(90 * second);
    expect(waitAfter(1, answered(status, '999999'), 1)).toBe(day);
  });

  test('shortens the schedule’s wait in the first attempts only', () => {
    expect(waitAfter(soonerTries, answered(429, '2'))).toBe(2 * second);
    expect(waitAfter(soonerTries + 1, answered(429, '2'))).toBe(delays[soonerTries + 1]);
  });

  test.each([
    ['0', second],
    [' 120 ', 120 * second],
    ['86401', day],
    ['9'.repeat(400), day],
    ['Mon, 02 Mar 2026 15:05:05 GMT', 59_322],
    ['Monday, 02-Mar-26 15:05:05 GMT', 59_322],
    ['Mon Mar  2 15:05:05 2026', 59_322],
    ...['Tue', 'Tuesday', 'Wed', 'Wednesday', 'Thu', 'Thursday', 'Fri', 'Saturday', 'Sat'].map(
      (weekday): [string, number] => [`${weekday}, 02 Mar 2026 15:05:05 GMT`, 59_322],
    ),
    ['Mon, 02 Mar 2026 15:04:00 GMT', second],
    ['Mon, 02 Mar 2099 15:05:05 GMT', day],
  ])('%j is a wait of %d ms', (text, wait) => {
    expect(waitAskedFor(text, now)).toBe(wait);
  });

  test.each([null, '', 'on Mon, 02 Mar 2026 15:05:05 GMT', '1e3', '5 s', '2026-03-02', '12, 13'])(
    '%j is ignored',
    (text) => {
      expect(waitAskedFor(text, now)).toBeUndefined();
    },
  );
});
