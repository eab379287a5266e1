import { describe, expect, test } from 'vitest';
import type { StepResult } from '../../../scripts/test/lanes.ts';
import { addUp } from '../../../scripts/test/totals.ts';

const vitest = (numPassedTests: number, numFailedTests = 0, testResults: unknown[] = []) =>
  JSON.stringify({
    numPassedTests,
    numFailedTests,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
  });
const playwright = (
  expected: number,
  unexpected = 0,
  flaky = 0,
  errors: unknown[] = [],
  skipped = 0,
) => JSON.stringify({ stats: { expected, unexpected, flaky, skipped }, errors, suites: [] });

const allGood = {
  unit: vitest(40),
  integration: vitest(5),
  built: vitest(0),
  browser: playwright(200),
};
const names = ['types', ...Object.keys(allGood)];

function totalsOf(reports: Record<string, string>, failed: string[] = [], skipsFail = false) {
  const steps = names.map((name): StepResult => ({
    name,
    outcome: failed.includes(name) ? 'failed' : 'passed',
    seconds: 41.3,
  }));
  const { lines, good } = addUp(steps, { read: (part) => reports[part], skipsFail });
  return { lines, good, last: lines.at(-1) };
}

describe('the totals of a test run', () => {
  test('say what each step took and found, and add up on a line of their own', () => {
    const { lines, good } = totalsOf(allGood);
    expect(lines).toEqual([
      'types           41 s  passed',
      'unit            41 s  40 passed, 0 failed',
      'integration     41 s  5 passed, 0 failed',
      'built           41 s  0 passed, 0 failed',
      'browser         41 s  200 passed, 0 failed',
      '245 passed, 0 failed',
    ]);
    expect(good).toBe(true);
  });

  test.each([
    ['a failed test', { unit: vitest(39, 1) }, ['unit']],
    ['a test file that did not load', { unit: vitest(39) }, ['unit']],
    ['a failed browser test', { unit: vitest(39), browser: playwright(200, 1) }, ['browser']],
    [
      'a browser test that passed on a retry',
      { unit: vitest(39), browser: playwright(200, 0, 1) },
      [],
    ],
    [
      'a server that did not start',
      { unit: vitest(39), browser: playwright(200, 0, 0, [{}]) },
      ['browser'],
    ],
    ['a type error', { unit: vitest(39) }, ['types']],
  ])('count one failure for %s', (_, reports, failed) => {
    const { last, good } = totalsOf({ ...allGood, ...reports }, failed);
    expect(last).toBe('244 passed, 1 failed');
    expect(good).toBe(false);
  });

  test('count one failure for a part that left no report', () => {
    const { browser: _, ...others } = allGood;
    const { last, good } = totalsOf(others);
    expect(last).toBe('45 passed, 1 failed');
    expect(good).toBe(false);
  });

  test('count what was skipped, which fails where everything should run', () => {
    const reports = { ...allGood, browser: playwright(198, 0, 0, [], 2) };
    expect(totalsOf(reports)).toMatchObject({
      last: '243 passed, 0 failed, 2 skipped',
      good: true,
    });
    expect(totalsOf(reports, [], true)).toMatchObject({
      last: '243 passed, 0 failed, 2 skipped',
      good: false,
    });
  });

  test('name each failed test, and each file that did not load', () => {
    const unit = vitest(38, 1, [
      file('good.test.ts', ['passed']),
      file('bad.test.ts', ['passed', 'failed']),
      file('not-loaded.test.ts', []),
    ]);
    const spec = (title: string, ok: boolean) => ({ title, ok });
    const suites = [
      {
        title: 'menu.spec.ts',
        specs: [spec('opens', true), spec('closes', false)],
        suites: [{ title: 'on a phone', specs: [spec('opens', false)] }],
      },
    ];
    const stats = { expected: 198, unexpected: 2, flaky: 0, skipped: 0 };
    const browser = JSON.stringify({ stats, errors: [], suites });
    const { lines } = totalsOf({ ...allGood, unit, browser }, ['unit', 'browser']);
    expect(lines.filter((it) => it.includes('failed:'))).toEqual([
      '  failed: bad.test.ts test 1',
      '  failed: not-loaded.test.ts',
      '  failed: menu.spec.ts closes',
      '  failed: menu.spec.ts on a phone opens',
    ]);
  });
});

/** A file as in Vitest's report, with a test for each status. */
const file = (name: string, statuses: string[]) => ({
  name: `/tests/${name}`,
  status: statuses.includes('failed') || statuses.length === 0 ? 'failed' : 'passed',
  assertionResults: statuses.map((status, i) => ({ status, fullName: `test ${i}` })),
});
