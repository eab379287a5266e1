import path from 'node:path';
import { z } from 'zod';
import type { StepResult } from './lanes.ts';

/** The steps that run tests and leave a report. */
const parts = ['unit', 'integration', 'built', 'browser'];

/** The part of each JSON report that counts here. */
const vitest = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
      }),
    ),
  })
  .transform(({ testResults, ...counts }) => ({
    passed: counts.numPassedTests,
    failed: counts.numFailedTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
    names: testResults
      .filter(({ status }) => status === 'failed')
      .flatMap(({ name, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status === 'failed');
        const file = path.basename(name);
        return failed.length > 0 ? failed.map(({ fullName }) => `${file} ${fullName}`) : [file];
      }),
  }));
const suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.optional(z.array(suite));
  },
});
const playwright = z
  .object({
    stats: z.object({
      expected: z.number(),
      unexpected: z.number(),
      flaky: z.number(),
      skipped: z.number(),
    }),
    errors: z.array(z.unknown()),
    suites: z.array(suite),
  })
  .transform(({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    names: suites.flatMap(failedIn),
  }));
const report = z.union([vitest, playwright]);
const nothing: z.infer<typeof report> = { passed: 0, failed: 0, skipped: 0, names: [] };

const failedIn = ({ title, specs, suites = [] }: z.infer<typeof suite>): string[] =>
  [...specs.filter(({ ok }) => !ok).map((it) => it.title), ...suites.flatMap(failedIn)].map(
    (name) => `${title} ${name}`,
  );

interface Source {
  /** The report of a part, or undefined if there is none. */
  read: (part: string) => string | undefined;
  /** On a machine that should be able to run everything. */
  skipsFail: boolean;
}

/**
 * A line for each step and each failed test, and a last one with the totals. A step that fails without
 * a failed test, as types do and as a file that does not load, counts as one.
 */
export function addUp(
  steps: readonly StepResult[],
  { read, skipsFail }: Source,
): { lines: string[]; good: boolean } {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = steps.flatMap(({ name, outcome, seconds }) => {
    const text = read(name);
    const counted = text === undefined ? nothing : report.parse(JSON.parse(text));
    const good = outcome === 'passed' && (text !== undefined || !parts.includes(name));
    total.passed += counted.passed;
    total.failed += good ? counted.failed : Math.max(counted.failed, 1);
    total.skipped += counted.skipped;
    return [
      `${name.padEnd(12)} ${seconds.toFixed(0).padStart(5)} s  ${text === undefined ? outcome : counts(counted)}`,
      ...counted.names.map((it) => `  failed: ${it}`),
    ];
  });
  const mayNotSkip = skipsFail && total.skipped > 0;
  if (mayNotSkip) lines.push('With CI set, no test may be skipped.');
  lines.push(counts(total));
  return { lines, good: total.failed === 0 && !mayNotSkip };
}

const counts = (it: { passed: number; failed: number; skipped: number }): string =>
  `${it.passed} passed, ${it.failed} failed${it.skipped > 0 ? `, ${it.skipped} skipped` : ''}`;
