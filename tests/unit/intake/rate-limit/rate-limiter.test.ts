import { describe, expect, test } from 'vitest';
import { openRateLimiter } from '../../../../functions/intake/rate-limit/rate-limiter.ts';
import type { LogEvent } from '../../../../functions/log/log.ts';
import type { Admission } from '../../../../functions/store/hits.ts';
import { aRecord } from '../../../support/builders/record.ts';

const stored = aRecord();
const now = 1_000_000;

/** Asks a rate limiter whose store gives this answer. */
function come(answer: () => Promise<Admission>, known = false) {
  const events: LogEvent['event'][] = [];
  const checked = openRateLimiter({ count: 3, windowMs: 60_000 }).check(
    stored.id,
    { get: () => Promise.resolve(known ? stored : undefined), admit: answer },
    {
      ip: '203.0.113.9',
      keyedHash: (text) => Promise.resolve(text),
      now: () => new Date(now),
      log: ({ event }) => events.push(event),
    },
  );
  return { checked, events };
}

const fullUntil = (until: number) => () => Promise.resolve<Admission>({ admitted: false, until });

describe('the rate limiter', () => {
  test('admits a new lead', async () => {
    expect(await come(() => Promise.resolve({ admitted: true })).checked).toBeUndefined();
  });

  test('finds the lead of a retry even over the limit, and does not count it', async () => {
    const { checked, events } = come(() => expect.unreachable(), true);
    expect(await checked).toBe(stored);
    expect(events).toEqual([]);
  });

  test.each([
    [1, 'a minute', '1'],
    [60_000, 'a minute', '60'],
    [60_001, '2 minutes', '61'],
    [600_000, '10 minutes', '600'],
  ])('says how long to wait: for %d ms, %s', async (wait, words, seconds) => {
    const { checked, events } = come(fullUntil(now + wait));
    await expect(checked).rejects.toMatchObject({
      status: 429,
      message: `Too many requests came from your network. Please try again in ${words}.`,
      headers: { 'retry-after': seconds },
    });
    expect(events).toEqual(['limit-reached']);
  });

  test('admits everyone while counting fails', async () => {
    const { checked, events } = come(() => Promise.reject(new Error('no disk')));
    expect(await checked).toBeUndefined();
    expect(events).toEqual(['limit-failure']);
  });
});
