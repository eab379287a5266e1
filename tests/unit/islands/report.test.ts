import { expect, test } from 'vitest';
import { monthIn } from '../../../src/islands/report/Months.tsx';

const now = Date.parse('2026-03-15T12:00:00Z');

test.each([
  ['?month=2026-02', '2026-02'],
  ['?month=2026-03', '2026-03'],
  ['?month=2026-04', '2026-03'],
  ['?month=2999-01', '2026-03'],
  ['?month=0000-00', '2026-03'],
  ['', '2026-03'],
])('the report at %o is about %s', (search, month) => {
  expect(monthIn(search, now)).toBe(month);
});
