/** `node tests/support/count.ts`: the runners' reports in test-results, added up in one closing line. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const parts = ['unit', 'integration', 'built', 'browser'] as const;

/** What each runner's JSON reporter writes, as far as it is counted here. */
const vitest = z
  .object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() })
  .transform(({ numPassedTests, numFailedTests, success }) => ({
    passed: numPassedTests,
    // A file that can't be loaded has no tests to fail, and fails the run.
    failed: success ? numFailedTests : Math.max(numFailedTests, 1),
  }));
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

export interface Count {
  lines: string[];
  /** True when every part ran and none of its tests failed. */
  good: boolean;
}

/** `read` gives a part's report, or undefined when it left none. */
export function countUp(read: (part: string) => string | undefined): Count {
  const lines: string[] = [];
  const total = { passed: 0, failed: 0 };
  let everyPartRan = true;
  for (const part of parts) {
    const text = read(part);
    if (text === undefined) {
      lines.push(`${part}: did not run`);
      everyPartRan = false;
      continue;
    }
    const { passed, failed } = report.parse(JSON.parse(text));
    lines.push(`${part}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
  }
  lines.push(`${total.passed} passed, ${total.failed} failed`);
  return { lines, good: everyPartRan && total.failed === 0 };
}

if (import.meta.main) {
  const { lines, good } = countUp((part) => {
    const file = join('test-results', `${part}.json`);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  });
  console.log(lines.join('\n'));
  if (!good) process.exitCode = 1;
}
