import { expect, test } from 'vitest';
import { parseLimit } from '../../../functions/intake/rate-limit/sliding-window.ts';

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
])('SUBMIT_LIMIT rejects %j', (text) => {
  expect(parseLimit(text)).toBeUndefined();
});
