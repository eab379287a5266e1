/**
 * `npm test`: builds, then runs all checks one after the other, the quick ones first. Prints the time of each
 * and a line of totals. After a failure, it runs the other steps and exits with 1.
 * `npm test -- unit lint` runs only these steps.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { company } from '../src/copy/company.ts';
import { refuseOnWindows } from './command.ts';

const reports = 'test-results';

/**
 * Netlify's variables in a production build, so that tests see the site that is deployed:
 * https://docs.netlify.com/build/configure-builds/environment-variables/
 */
export const onNetlify = {
  NETLIFY: 'true',
  CONTEXT: 'production',
  DEPLOY_ID: '6a2b8c4d1e5f',
  COMMIT_REF: '1c4e9b',
  URL: `https://${company.domain}`,
  DEPLOY_URL: 'https://6a2b8c4d1e5f--leadwright.netlify.app',
};

/** The output folders of a build that Netlify deploys. */
export const deployed = ['dist', '.built', '.netlify/v1'];

/** The build of another deploy of the same commit. */
export const otherDeploy = `${reports}/other-deploy`;

/** Shared by the hundreds of Node processes that tests start. */
const compileCache = path.resolve('node_modules/.cache/compile');

const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${reports}/${project}.json`;

/** They run one after the other, because each keeps two cores busy. */
const commands = {
  build: 'npm run --silent build',
  unit: vitest('unit'),
  lint: 'npm run --silent lint',
  built: vitest('built'),
  integration: vitest('integration'),
  browser: 'playwright test',
};
type Step = keyof typeof commands;

interface StepResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** Runs every step, even after a failure. If the build failed, skips the steps that need it. */
export function runSteps(steps: readonly Step[], run: (step: Step) => boolean): StepResult[] {
  const results: StepResult[] = [];
  for (const name of steps) {
    const began = performance.now();
    const isBuilt = results.every(
      (result) => result.name !== 'build' || result.outcome === 'passed',
    );
    const canRun = isBuilt || !['built', 'browser'].includes(name);
    const outcome = !canRun ? 'skipped' : run(name) ? 'passed' : 'failed';
    results.push({ name, outcome, seconds: (performance.now() - began) / 1000 });
  }
  return results;
}

/** The steps that write a JSON report. */
const parts = ['unit', 'integration', 'built', 'browser'];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The counts in a JSON report of Vitest or of Playwright. */
function countsIn(text: string): Counts {
  const report = JSON.parse(text) as Record<string, number> & {
    stats?: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    errors: unknown[];
  };
  if (!report.stats) {
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report;
    return {
      passed,
      failed,
      skipped: Number(report.numPendingTests) + Number(report.numTodoTests),
    };
  }
  const { expected: passed, unexpected, flaky, skipped } = report.stats;
  return { passed, failed: unexpected + flaky + report.errors.length, skipped };
}

/**
 * A line for each step, and a last one with the totals. A step that fails without a failed test, for
 * example because a file doesn't load, counts as one failure.
 */
export function addUp(
  steps: readonly StepResult[],
  reportOf: (part: string) => string | undefined,
  skipsFail: boolean,
) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = steps.map(({ name, outcome, seconds }) => {
    const text = reportOf(name);
    const counted = text === undefined ? undefined : countsIn(text);
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

const counts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

function run(step: Step, env = {}): boolean {
  console.log(`\n> ${commands[step]}`);
  const { status } = spawnSync(commands[step], {
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
  });
  return status === 0;
}

/** Builds twice: a test compares two deploys of the same commit on different days. */
function build(): boolean {
  const later = new URL('../tests/support/two-years-later.ts', import.meta.url).href;
  const other = { ...onNetlify, DEPLOY_ID: '0f9e8d7c6b5a', NODE_OPTIONS: `--import ${later}` };
  if (!run('build', other)) return false;
  for (const folder of deployed)
    cpSync(folder, path.join(otherDeploy, folder), { recursive: true });
  return run('build', onNetlify);
}

if (import.meta.main) {
  const asked = process.argv.slice(2);
  const all = Object.keys(commands) as Step[];
  if (!asked.every((name) => Object.hasOwn(commands, name))) {
    console.error(`The steps are ${all.join(', ')}: npm test -- unit lint`);
    process.exit(2);
  }
  const wanted = asked.length === 0 ? all : all.filter((step) => asked.includes(step));
  if (wanted.includes('integration')) refuseOnWindows('The step integration');

  // A report of an earlier run must not be counted.
  rmSync(reports, { recursive: true, force: true });
  const reportOf = (part: string) => {
    const file = `${reports}/${part}.json`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  // CI machines can run every test, so a skipped one is a failure there.
  const { lines, good } = addUp(
    runSteps(wanted, (step) => (step === 'build' ? build() : run(step))),
    reportOf,
    Boolean(process.env.CI),
  );
  console.log(`\n${lines.join('\n')}`);
  if (!good) process.exitCode = 1;
}
