import { z } from 'zod';
import type { StepResult } from './lanes.ts';

/** The steps that run tests and leave a report. */
const parts = ['unit', 'integration', 'built', 'browser'];

/** The part of each JSON report that counts here. */
const vitest = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number() })
  .transform(({ numPassedTests: passed, numFailedTests: failed }) => ({ passed, failed }));
const playwright = z
  .object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
    errors: z.array(z.unknown()),
  })
  .transform(({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }));
const report = z.union([vitest, playwright]);

/**
 * A line for each step, and a last one with the totals. A step that fails without a failed test, as
 * types do and as a file that does not load, counts as one.
 * `read` returns the report of a part, or undefined if there is none.
 */
export function addUp(
  steps: readonly StepResult[],
  read: (part: string) => string | undefined,
): { lines: string[]; good: boolean } {
  const total = { passed: 0, failed: 0 };
  const lines = steps.map(({ name, outcome, seconds }) => {
    const text = read(name);
    const counted = text === undefined ? { passed: 0, failed: 0 } : report.parse(JSON.parse(text));
    const good = outcome === 'passed' && (text !== undefined || !parts.includes(name));
    total.passed += counted.passed;
    total.failed += good ? counted.failed : Math.max(counted.failed, 1);
    const found =
      text === undefined ? outcome : `${counted.passed} passed, ${counted.failed} failed`;
    return `${name.padEnd(12)} ${seconds.toFixed(0).padStart(5)} s  ${found}`;
  });
  lines.push(`${total.passed} passed, ${total.failed} failed`);
  return { lines, good: total.failed === 0 };
}
