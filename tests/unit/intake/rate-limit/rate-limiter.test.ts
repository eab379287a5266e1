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

  test.each([
    [1, 'a minute', '1'],
    [60_000, 'a minute', '60'],
    [60_001, '2 minutes', '61'],
    [600_000, '10 minutes', '600'],
  ])('says how long to wait: for %d ms, %s', async (until, wait, seconds) => {
    const { come, pass } = aRateLimiter();
    const now = pass(1_000_000);
    const answer = () => Promise.resolve<Admission>({ admitted: false, until: now + until });
    await expect(come({ answer })).rejects.toMatchObject({
      message: `Too many requests came from your network. Please try again in ${wait}.`,
      headers: { 'retry-after': seconds },
    });
  });

  test('remembers ten thousand networks over the limit, and asks the store about older ones', async () => {
    const { come, store } = aRateLimiter();
    const ip = (i: number) => `10.0.${Math.floor(i / 250)}.${i % 250}`;
    const flood = (i: number) => come({ ip: ip(i), answer: full }).catch(() => undefined);
    const callsOf = async (i: number) => {
      // These come in addition to the lookups that a retry may cause.
      for (let tries = 0; tries < limit.count; tries += 1) await flood(i);
      const before = store.calls;
      await flood(i);
      return store.calls - before;
    };
    for (let i = 0; i < 10_000; i += 1) await flood(i);
    expect(await callsOf(0)).toBe(0);
    await flood(10_000);
    const before = store.calls;
    await expect(come({ ip: ip(0) })).resolves.toBeUndefined();
    expect(store.calls).toBeGreaterThan(before);
    expect(await callsOf(1)).toBe(0);
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
    pass(4999);
    expect(await come({ answer: full })).toBeUndefined();
    pass(1);
    await expect(come({ answer: full })).rejects.toMatchObject({ status: 429 });
  });

  test('asks the store again when its clock was set back', async () => {
    const { come, pass } = aRateLimiter();
    const now = pass(limit.windowMs * 10);
    const until = now + limit.windowMs;
    const answer = () => Promise.resolve<Admission>({ admitted: false, until });
    await expect(come({ answer })).rejects.toMatchObject({ status: 429 });
    pass(-limit.windowMs);
    expect(await come()).toBeUndefined();
  });

  test('counts again when its clock was set back after counting failed', async () => {
    const { come, pass } = aRateLimiter();
    pass(60_000);
    expect(await come({ answer: broken })).toBeUndefined();
    pass(-60_000);
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
