import { describe, expect, test } from 'vitest';
import { addUp, runLanes } from '../../../scripts/test.ts';

describe('npm test', () => {
  test('runs its lanes side by side, and the steps of a lane one after the other', async () => {
    const steps = new Map<string, PromiseWithResolvers<boolean>>();
    const finished = runLanes([['lint', 'browser'], ['unit']], (step) => {
      const running = Promise.withResolvers<boolean>();
      steps.set(step, running);
      return running.promise;
    });
    expect([...steps.keys()]).toEqual(['lint', 'unit']);
    steps.get('lint')?.resolve(true);
    await expect.poll(() => [...steps.keys()]).toEqual(['lint', 'unit', 'browser']);
    for (const it of steps.values()) it.resolve(true);
    expect((await finished).map(({ name }) => name)).toEqual(['lint', 'browser', 'unit']);
  });

  test('goes on after a failure, and skips only what looks at a build that failed', async () => {
    const lanes = [['browser'], ['lint', 'unit']];
    const results = await runLanes(lanes, (step) => Promise.resolve(step === 'unit'), false);
    expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'browser skipped',
      'lint failed',
      'unit passed',
    ]);
  });
});

const vitest = (numPassedTests: number, numFailedTests = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests: 0, numTodoTests: 0 });
const playwright = (expected: number, unexpected = 0, flaky = 0, more = {}) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0, ...more }, errors: [] });

const allGood = {
  unit: vitest(40),
  integration: vitest(5),
  built: vitest(0),
  browser: playwright(200),
};
const names = ['types', ...Object.keys(allGood)];

function totalsOf(reports: Record<string, string>, failed: string[] = [], skipsFail = false) {
  const steps = names.map((name) => ({
    name,
    outcome: failed.includes(name) ? ('failed' as const) : ('passed' as const),
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

  const noServer = JSON.stringify({
    stats: { expected: 200, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{}],
  });
  test.each([
    ['a failed test', { unit: vitest(39, 1) }, ['unit']],
    ['a test file that did not load', { unit: vitest(39) }, ['unit']],
    ['a failed browser test', { browser: playwright(199, 1) }, ['browser']],
    ['a browser test that passed on a retry', { browser: playwright(199, 0, 1) }, []],
    ['a server that did not start', { unit: vitest(39), browser: noServer }, ['browser']],
    ['a type error', { unit: vitest(39) }, ['types']],
    ['a part that left no report', { unit: vitest(239), browser: undefined }, []],
  ])('count one failure for %s', (_, reports, failed) => {
    const { last, good } = totalsOf({ ...allGood, ...reports } as typeof allGood, failed);
    expect(last).toBe('244 passed, 1 failed');
    expect(good).toBe(false);
  });

  test('count what was skipped, which fails where everything should run', () => {
    const reports = { ...allGood, browser: playwright(198, 0, 0, { skipped: 2 }) };
    const last = '243 passed, 0 failed, 2 skipped';
    expect(totalsOf(reports)).toMatchObject({ last, good: true });
    expect(totalsOf(reports, [], true)).toMatchObject({ last, good: false });
  });
});
