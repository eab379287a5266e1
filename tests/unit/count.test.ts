import { expect, test } from 'vitest';
import { countUp } from '../support/count.ts';

const vitest = (numPassedTests: number, numFailedTests = 0, success = numFailedTests === 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, success });
const playwright = (expected: number, unexpected = 0, flaky = 0, errors: unknown[] = []) =>
  JSON.stringify({ stats: { expected, unexpected, flaky }, errors });

const count = (reports: Record<string, string>) =>
  countUp((part) => ({ built: vitest(0), ...reports })[part]);

test('adds up what every runner says, in a last line of its own', () => {
  const { lines, good } = count({
    unit: vitest(40),
    integration: vitest(5),
    browser: playwright(200),
  });
  expect(lines).toEqual([
    'unit: 40 passed, 0 failed',
    'integration: 5 passed, 0 failed',
    'built: 0 passed, 0 failed',
    'browser: 200 passed, 0 failed',
    '245 passed, 0 failed',
  ]);
  expect(good).toBe(true);
});

test.each([
  ['a failed test', { unit: vitest(3, 1), integration: vitest(1), browser: playwright(1) }],
  [
    'a file that did not load',
    { unit: vitest(4, 0, false), integration: vitest(1), browser: playwright(0) },
  ],
  ['a failed page', { unit: vitest(3), integration: vitest(1), browser: playwright(1, 1) }],
  [
    'a page that failed at first',
    { unit: vitest(3), integration: vitest(1), browser: playwright(1, 0, 1) },
  ],
  [
    'a server that did not start',
    { unit: vitest(3), integration: vitest(2), browser: playwright(0, 0, 0, [{}]) },
  ],
])('is not good after %s', (_, reports) => {
  const { lines, good } = count(reports);
  expect(lines.at(-1)).toMatch(/^5 passed, 1 failed$/);
  expect(good).toBe(false);
});

test('is not good when a part left no report', () => {
  const { lines, good } = count({ unit: vitest(3), integration: vitest(2) });
  expect(lines).toContain('browser: did not run');
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
  expect(good).toBe(false);
});
