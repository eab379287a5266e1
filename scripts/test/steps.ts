import { z } from 'zod';

export interface StepResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** Runs the lanes side by side. A failure doesn't stop the rest, but a failed build ends its lane. */
export async function runLanes<Step extends string>(
  lanes: readonly (readonly Step[])[],
  run: (step: Step) => Promise<boolean>,
): Promise<StepResult[]> {
  const runLane = async (lane: readonly Step[]) => {
    const results: StepResult[] = [];
    for (const name of lane) {
      const began = performance.now();
      const isBuilt = results.every((it) => it.name !== 'build' || it.outcome === 'passed');
      const outcome = !isBuilt ? 'skipped' : (await run(name)) ? 'passed' : 'failed';
      results.push({ name, outcome, seconds: (performance.now() - began) / 1000 });
    }
    return results;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}

/** The steps that run tests and leave a report. */
const parts = ['unit', 'integration', 'built', 'browser'];

const count = z.number();
/** What counts in the JSON reports of Vitest and of Playwright. */
const report = z.union([
  z
    .object({
      numPassedTests: count,
      numFailedTests: count,
      numPendingTests: count,
      numTodoTests: count,
    })
    .transform((it) => ({
      passed: it.numPassedTests,
      failed: it.numFailedTests,
      skipped: it.numPendingTests + it.numTodoTests,
    })),
  z
    .object({
      stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
      errors: z.array(z.unknown()),
    })
    .transform(({ stats: { expected, unexpected, flaky, skipped }, errors }) => ({
      passed: expected,
      failed: unexpected + flaky + errors.length,
      skipped,
    })),
]);

interface Source {
  /** The report of a part, or undefined if there is none. */
  read: (part: string) => string | undefined;
  /** On a machine that should be able to run everything. */
  skipsFail: boolean;
}

/**
 * A line for each step, and a last one with the totals. A step that fails without a failed test, as types
 * do and as a file that does not load, counts as one.
 */
export function addUp(
  steps: readonly StepResult[],
  { read, skipsFail }: Source,
): { lines: string[]; good: boolean } {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = steps.map(({ name, outcome, seconds }) => {
    const text = read(name);
    const counted = text === undefined ? undefined : report.parse(JSON.parse(text));
    const good = outcome === 'passed' && (counted !== undefined || !parts.includes(name));
    const { passed = 0, failed = 0, skipped = 0 } = counted ?? {};
    total.passed += passed;
    total.failed += good ? failed : Math.max(failed, 1);
    total.skipped += skipped;
    return `${name.padEnd(12)} ${seconds.toFixed(0).padStart(5)} s  ${counted ? counts(counted) : outcome}`;
  });
  const mayNotSkip = skipsFail && total.skipped > 0;
  if (mayNotSkip) lines.push('With CI set, no test may be skipped.');
  lines.push(counts(total));
  return { lines, good: total.failed === 0 && !mayNotSkip };
}

const counts = (it: { passed: number; failed: number; skipped: number }): string =>
  `${it.passed} passed, ${it.failed} failed${it.skipped > 0 ? `, ${it.skipped} skipped` : ''}`;
