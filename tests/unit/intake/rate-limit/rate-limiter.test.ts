import { describe, expect, test } from 'vitest';
import { openRateLimiter } from '../../../../functions/intake/rate-limit/rate-limiter.ts';
import type { Admission } from '../../../../functions/intake/rate-limit/sliding-window.ts';
import type { LogEvent } from '../../../../functions/log/log.ts';
import { aRecord } from '../../../support/builders/record.ts';

const limit = { count: 3, windowMs: 60_000 };
const admitted: Admission = { admitted: true };
const stored = aRecord();
const refusal = { status: 429, headers: { 'retry-after': '1' } };

/** A rate limiter, and a store that answers as the test says and counts its calls. */
function aRateLimiter() {
  let time = 0;
  const rateLimiter = openRateLimiter(limit);
  const store = { calls: 0 };
  const events: LogEvent['event'][] = [];
  const come = ({
    ip = '203.0.113.9',
    known = false,
    answer = (): Promise<Admission> => Promise.resolve(admitted),
  } = {}) =>
    rateLimiter.check(
      stored.id,
      {
        get: () => {
          store.calls += 1;
          return Promise.resolve(known ? stored : undefined);
        },
        admit: () => {
          store.calls += 1;
          return answer();
        },
      },
      {
        ip,
        keyedHash: (text) => Promise.resolve(text),
        now: () => new Date(time),
        log: ({ event }) => events.push(event),
      },
    );
  return { come, store, events, pass: (ms: number) => (time += ms) };
}

const full = () => Promise.resolve<Admission>({ admitted: false, until: 1000 });
const broken = () => Promise.reject(new Error('no disk'));

describe('the rate limiter', () => {
  test('admits a new lead, and does not count one that is stored already', async () => {
    const { come } = aRateLimiter();
    expect(await come()).toBeUndefined();
    expect(await come({ known: true, answer: full })).toBe(stored);
    expect(await come()).toBeUndefined();
  });

  test('refuses a flood with few calls to the store, until the time is up', async () => {
    const { come, store, events, pass } = aRateLimiter();
    for (let i = 0; i < 1000; i += 1) {
      await expect(come({ answer: full })).rejects.toMatchObject(refusal);
    }
    expect(store.calls).toBeLessThan(10);
    expect(events).toEqual(['limit-reached']);
    expect(await come({ ip: '198.51.100.7' })).toBeUndefined();
    pass(1000);
    expect(await come()).toBeUndefined();
  });

  test('finds the lead of a retry even over the limit', async () => {
    const { come } = aRateLimiter();
    await expect(come({ answer: full })).rejects.toMatchObject(refusal);
    expect(await come({ known: true })).toBe(stored);
    await expect(come()).rejects.toMatchObject(refusal);
  });

  test('admits everyone while counting fails, and then counts again', async () => {
    const { come, events, pass } = aRateLimiter();
    const all = await Promise.all(Array.from({ length: 20 }, () => come({ answer: broken })));
    expect(all).toEqual(Array(20).fill(undefined));
    expect(events).toEqual(['limit-failure']);
    pass(5000);
    await expect(come({ answer: full })).rejects.toMatchObject({ status: 429 });
  });

  test('counts the leads of a network one at a time, and other networks meanwhile', async () => {
    const { come } = aRateLimiter();
    const { promise, resolve } = Promise.withResolvers<Admission>();
    let isFirstCounted = false;
    const first = come({ answer: () => promise });
    const second = come({
      answer: () => Promise.resolve(isFirstCounted ? full() : admitted),
    });
    expect(await come({ ip: '198.51.100.7' })).toBeUndefined();
    isFirstCounted = true;
    resolve(admitted);
    expect(await first).toBeUndefined();
    await expect(second).rejects.toMatchObject(refusal);
  });

  test('refuses each request in the queue with its own answer', async () => {
    const { come } = aRateLimiter();
    const first = come({ answer: full });
    const retry = come({ known: true });
    await expect(first).rejects.toMatchObject(refusal);
    expect(await retry).toBe(stored);
  });
});
