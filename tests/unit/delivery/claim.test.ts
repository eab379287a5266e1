import { describe, expect, test } from 'vitest';
import { claim, leaseTime, leavesTime } from '../../../functions/delivery/attempt.ts';
import { sendTimeout } from '../../../functions/delivery/webhook/post.ts';
import type { Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../../support/builders/record.ts';

const now = new Date('2026-03-02T16:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms).toISOString();
const due = { trigger: 'due', holder: 'worker', now } as const;
const asked = { trigger: 'asked', holder: 'admin', now } as const;
const pending = (ms: number): Delivery => ({ state: 'pending', next_attempt_at: after(ms) });
const others: Delivery[] = [
  { state: 'delivered', at: after(-5) },
  { state: 'failed', at: after(-5) },
  { state: 'off' },
  { state: 'held', reasons: ['honeypot'] },
];
const record = aRecord({ delivery: pending(0) });
const leased = (ms: number) => ({ ...record, lease: { holder: 'other', until: after(ms) } });

test('a lease lasts longer than an attempt can', () => {
  expect(leaseTime).toBe(15_000);
  expect(leaseTime).toBeGreaterThan(sendTimeout);
});

test('a lease leaves time for an attempt that ends with it, and for no later one', () => {
  expect(leavesTime(leased(sendTimeout), now)).toBe(true);
  expect(leavesTime(leased(sendTimeout - 1), now)).toBe(false);
  expect(leavesTime(record, now)).toBe(false);
});

describe('the schedule', () => {
  test('claims a due lead, which isn’t due again before the lease ends', () => {
    expect(claim(record, due)).toEqual({
      ...record,
      lease: { holder: 'worker', until: after(15_000) },
      delivery: pending(15_000),
    });
  });

  test('doesn’t claim a lead that is due later', () => {
    expect(claim({ ...record, delivery: pending(1) }, due)).toBeUndefined();
  });

  test.each(others)('doesn’t claim a lead that is $state', (delivery) => {
    expect(claim({ ...record, delivery }, due)).toBeUndefined();
  });

  test('doesn’t claim a lead that another worker sends, until its lease ends', () => {
    expect(claim(leased(1), due)).toBeUndefined();
    expect(claim(leased(0), due)?.lease?.holder).toBe('worker');
  });
});

describe('an admin', () => {
  test.each([...others, pending(0), pending(60_000)])(
    'takes it in any state, and the state stays: $state',
    (delivery) => {
      expect(claim({ ...record, delivery }, asked)).toEqual({
        ...record,
        delivery,
        lease: { holder: 'admin', until: after(15_000) },
      });
    },
  );

  test('can’t claim a lead that another worker is sending', () => {
    expect(claim(leased(1), asked)).toBeUndefined();
    expect(claim(leased(0), asked)?.lease?.holder).toBe('admin');
  });

  test('takes a lead whose lease is from before the clock was set back', () => {
    expect(claim(leased(2 * leaseTime), asked)).toBeUndefined();
    expect(claim(leased(2 * leaseTime + 1), asked)?.lease?.holder).toBe('admin');
  });
});
