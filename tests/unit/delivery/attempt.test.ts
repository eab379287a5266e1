import { describe, expect, test } from 'vitest';
import {
  claim,
  leaseTime,
  leavesTime,
  recordAttempt,
  type AttemptResult,
} from '../../../functions/delivery/attempt.ts';
import { sendTimeout, type Sent } from '../../../functions/delivery/send.ts';
import type { SubmissionRecord } from '../../../functions/store/record.ts';
import { attemptsKept, type Delivery } from '../../../src/shared/submission.ts';
import { aRecord } from '../../support/builders/record.ts';

const began = new Date('2026-03-02T16:00:00.000Z');
const ended = new Date('2026-03-02T16:00:00.120Z');
const answered = (status: number, answer = ''): Sent => ({
  status,
  answer,
  retryAfter: null,
  ms: 120,
});
const refused: Sent = { error: 'The connection was refused', ms: 3 };
const failed: Delivery = { state: 'failed', at: ended.toISOString() };
const delivered: Delivery = { state: 'delivered', at: ended.toISOString() };
const earlier = '2026-03-01T00:00:00.000Z';
const pending: Delivery = { state: 'pending', next_attempt_at: '2026-03-02T16:00:15.000Z' };

const lease = { holder: 'me', until: '2026-03-02T16:00:15.000Z' };
const claimed = aRecord({ delivery: pending, lease, tries: 1, more: null });
const after = (record: SubmissionRecord, sent: Sent, change: Partial<AttemptResult> = {}) =>
  recordAttempt(record, { holder: 'me', began, ended, sent, by: undefined, ...change }, () => 0);
const byAdmin = { by: 'admin@example.com' };

describe('a scheduled attempt', () => {
  test('keeps the response text of a failure, not of a success', () => {
    expect(after(claimed, answered(422, 'no phone')).attempts[0]?.answer).toBe('no phone');
    expect(after(claimed, answered(422)).attempts[0]).not.toHaveProperty('answer');
    expect(after(claimed, answered(200, 'ok')).attempts[0]).not.toHaveProperty('answer');
  });

  test('is appended to the earlier ones, and only the newest twenty are kept', () => {
    const many = Array.from({ length: attemptsKept }, (_, ms) => ({
      at: earlier,
      ms,
      status: 500,
    }));
    const { attempts } = after({ ...claimed, attempts: many }, answered(500));
    expect(attempts).toHaveLength(attemptsKept);
    expect(attempts[0]?.ms).toBe(1);
    expect(attempts.at(-1)?.at).toBe(began.toISOString());
  });
});

test('an attempt is counted once, even if it is recorded twice', () => {
  for (const sent of [refused, answered(500, 'no'), answered(200)]) {
    const once = after(claimed, sent);
    const stored = JSON.parse(JSON.stringify(once)) as SubmissionRecord;
    expect(after(stored, sent)).toEqual(once);
  }
});

test('a failed attempt by an admin leaves the schedule unchanged', () => {
  for (const status of [410, 500])
    expect(after(claimed, answered(status), byAdmin).delivery).toEqual(pending);
});

test('a failed attempt leaves the start of the undelivered time unchanged', () => {
  const sinceThen = (delivery: Delivery) => ({ ...claimed, delivery, tries: 9 });
  const since = earlier;
  for (const by of [{}, byAdmin]) {
    for (const sent of [answered(410), answered(500)]) {
      for (const before of [
        { ...pending, since },
        { ...failed, since },
      ])
        expect(after(sinceThen(before), sent, by).delivery).toHaveProperty('since', since);
    }
    expect(after(sinceThen({ ...pending, since }), answered(200), by).delivery).toEqual(delivered);
  }
});

describe('a lease', () => {
  const leased = (ms: number): SubmissionRecord => ({
    ...claimed,
    lease: { holder: 'other', until: new Date(began.getTime() + ms).toISOString() },
  });
  const asked = { trigger: 'asked', holder: 'admin', now: began } as const;

  test('lasts longer than an attempt, with time left to record the result', () => {
    expect(leaseTime).toBe(15_000);
    expect(leavesTime(leased(sendTimeout), began)).toBe(true);
    expect(leavesTime(leased(sendTimeout - 1), began)).toBe(false);
    expect(leavesTime({ ...claimed, lease: null }, began)).toBe(false);
  });

  test('blocks other workers until it ends, unless it was taken before the clock was set back', () => {
    expect(claim(leased(1), asked)).toBeUndefined();
    expect(claim(leased(0), asked)?.lease?.holder).toBe('admin');
    expect(claim(leased(2 * leaseTime), asked)).toBeUndefined();
    expect(claim(leased(2 * leaseTime + 1), asked)?.lease?.holder).toBe('admin');
  });

  test('makes a lead due again when a scheduled lease ends, and changes nothing when an admin’s lease ends', () => {
    const until = new Date(began.getTime() + leaseTime).toISOString();
    const due = { ...claimed, lease: null, delivery: { ...pending, next_attempt_at: earlier } };
    expect(claim(due, { ...asked, trigger: 'due' })).toEqual({
      ...due,
      lease: { holder: 'admin', until },
      delivery: { ...pending, next_attempt_at: until },
    });
    expect(claim(due, asked)).toEqual({ ...due, lease: { holder: 'admin', until } });
  });
});
