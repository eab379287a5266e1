import { describe, expect, test } from 'vitest';
import { waitOf } from '../../../../src/islands/inbox/list/cells.tsx';

describe('the wait of a lead', () => {
  // A Wednesday, when the company opens at 15:00 UTC and closes at 24:00.
  const created_at = '2026-11-18T16:00:00Z';

  test.each([
    ['2026-11-18T16:00:59Z', '0 min'],
    ['2026-11-18T16:04:00Z', '4 min'],
    ['2026-11-18T16:59:59Z', '59 min'],
    ['2026-11-18T17:00:00Z', '1 h'],
    ['2026-11-19T04:00:00Z', '8 h'],
    ['2026-11-19T16:00:00Z', '1 day'],
    ['2026-11-23T16:00:00Z', '3 days'],
  ])('is, at %s, %s', (now, says) => {
    expect(waitOf({ created_at }, Date.parse(now)).says).toBe(says);
  });

  test('is late from five minutes on', () => {
    const isLate = (now: string) => waitOf({ created_at }, Date.parse(now)).isLate;
    expect(isLate('2026-11-18T16:04:59Z')).toBe(false);
    expect(isLate('2026-11-18T16:05:00Z')).toBe(true);
  });

  test('begins in the morning if the lead came in the night', () => {
    const atNight = { created_at: '2026-11-18T06:00:00Z' };
    expect(waitOf(atNight, Date.parse('2026-11-18T14:00:00Z'))).toEqual({
      says: '0 min',
      isLate: false,
    });
  });
});
