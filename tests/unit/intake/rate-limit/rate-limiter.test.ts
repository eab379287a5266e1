import { describe, expect, test } from 'vitest';
import { openRateLimiter } from '../../../../functions/intake/rate-limit/rate-limiter.ts';
import type { Admission } from '../../../../functions/intake/rate-limit/sliding-window.ts';
import type { LogEvent } from '../../../../functions/log/log.ts';
import { aRecord } from '../../../support/builders/record.ts';

const limit = { count: 3, windowMs: 60_000 };
const admitted: Admission = { admitted: true };
const stored = aRecord();
const refusal = { status: 429, headers: { 'retry-after': '1' } };

/** A rate limiter, and a store that answers as the test says and counts how often it was asked. */
function aRateLimiter() {
  let time = 0;
  const rateLimiter = openRateLimiter(limit);
  const asked = { get: 0, admit: 0 };
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
          asked.get += 1;
          return Promise.resolve(known ? stored : undefined);
        },
        admit: () => {
          asked.admit += 1;
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
  return { come, asked, events, pass: (ms: number) => (time += ms) };
}

const full = () => Promise.resolve<Admission>({ admitted: false, until: 1000 });
const broken = () => Promise.reject(new Error('no disk'));

describe('the rate limiter', () => {
  test('admits a new lead, and does not count one that is stored already', async () => {
    const { come, asked } = aRateLimiter();
    expect(await come()).toBeUndefined();
    expect(await come({ known: true })).toBe(stored);
    expect(asked.admit).toBe(1);
  });

  test('refuses a flood without asking the store, until the time is up', async () => {
    const { come, asked, events, pass } = aRateLimiter();
    for (let i = 0; i < 1000; i += 1) {
      await expect(come({ answer: full })).rejects.toMatchObject(refusal);
    }
    expect(asked).toEqual({ admit: 1, get: 1 + limit.count });
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
    const { come, asked, events, pass } = aRateLimiter();
    const all = await Promise.all(Array.from({ length: 20 }, () => come({ answer: broken })));
    expect(all).toEqual(Array(20).fill(undefined));
    expect(asked.admit).toBe(1);
    expect(events).toEqual(['limit-failure']);
    pass(5000);
    await expect(come({ answer: full })).rejects.toMatchObject({ status: 429 });
  });

  test('asks for one lead of a network at a time, and for other networks meanwhile', async () => {
    const { come, asked } = aRateLimiter();
    const { promise, resolve } = Promise.withResolvers<Admission>();
    const first = come({ answer: () => promise });
    const second = come();
    expect(await come({ ip: '198.51.100.7' })).toBeUndefined();
    expect(asked.admit).toBe(2);
    resolve(admitted);
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
    expect(asked.admit).toBe(3);
  });

  test('refuses each request in the queue with its own answer', async () => {
    const { come } = aRateLimiter();
    const first = come({ answer: full });
    const retry = come({ known: true });
    await expect(first).rejects.toMatchObject(refusal);
    expect(await retry).toBe(stored);
  });
});
