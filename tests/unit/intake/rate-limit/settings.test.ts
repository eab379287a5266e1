import { expect, test } from 'vitest';
import { parseLimit, parseSubmitLimit } from '../../../../functions/intake/rate-limit/settings.ts';

test.each([
  ['30/10m', 30, 600_000],
  ['1/1s', 1, 1000],
  [' 5000/24h ', 5000, 86_400_000],
])('SUBMIT_LIMIT accepts %s', (text, count, windowMs) => {
  expect(parseLimit(text)).toEqual({ count, windowMs });
});

test.each([
  '',
  '30',
  '30/m',
  '30/10',
  '0/10m',
  '30/0s',
  '-1/1m',
  '1.5/1m',
  '5001/1s',
  '1/25h',
  'x/1m',
  '30/10d',
  '30 / 10m',
  'a30/10m',
  '30/10ms',
  '5000/86401s',
])('SUBMIT_LIMIT rejects %j', (text) => {
  expect(parseLimit(text)).toBeUndefined();
});

test.each([{}, { SUBMIT_LIMIT: '' }])('%j means thirty in ten minutes', (env) => {
  expect(parseSubmitLimit(env)).toEqual({ count: 30, windowMs: 600_000 });
});

test('SUBMIT_LIMIT is refused with what it can be', () => {
  expect(parseSubmitLimit({ SUBMIT_LIMIT: '5/1h' })).toEqual({ count: 5, windowMs: 3_600_000 });
  expect(() => parseSubmitLimit({ SUBMIT_LIMIT: 'many' })).toThrow(
    'SUBMIT_LIMIT must be a count, a slash and a number of s, m or h, as in 30/10m: at most 5000 in at most 24h.',
  );
});
