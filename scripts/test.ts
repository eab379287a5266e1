/**
 * `npm test`: builds, then runs all checks one after the other, the quick ones first, and ends with what each took
 * and one line of totals. It goes on after a failure, so that one run shows all of them, and exits with 1.
 * `npm test -- unit lint` runs only these steps.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { company } from '../src/copy/company.ts';
import { refuseOnWindows } from './command.ts';

const reports = 'test-results';

/**
 * What Netlify sets in a production build, so that the tests see the site that is deployed:
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

/** The folders that a deploy takes from a build. */
export const deployed = ['dist', '.built', '.netlify/v1'];

/** The build of another deploy of the same commit. */
export const otherDeploy = `${reports}/other-deploy`;

/** The tests start hundreds of Node processes. Each reads what an earlier one has compiled. */
const compileCache = path.resolve('node_modules/.cache/compile');

const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${reports}/${project}.json`;

/** Each keeps two cores busy by itself, so side by side they would take longer. */
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

/** A failure doesn't stop the rest, but without a build nothing looks at it. */
export function runSteps(steps: readonly Step[], run: (step: Step) => boolean): StepResult[] {
  const results: StepResult[] = [];
  for (const name of steps) {
    const began = performance.now();
    const isBuilt = results.every((it) => it.name !== 'build' || it.outcome === 'passed');
    const canRun = isBuilt || !['built', 'browser'].includes(name);
    const outcome = !canRun ? 'skipped' : run(name) ? 'passed' : 'failed';
    results.push({ name, outcome, seconds: (performance.now() - began) / 1000 });
  }
  return results;
}

/** The steps that run tests and leave a report. */
const parts = ['unit', 'integration', 'built', 'browser'];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** The counts in a JSON report of Vitest or of Playwright. */
function countsIn(text: string): Counts {
  const it = JSON.parse(text) as Record<string, number> & {
    stats?: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>;
    errors: unknown[];
  };
  if (!it.stats) {
    const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = it;
    return { passed, failed, skipped: Number(it.numPendingTests) + Number(it.numTodoTests) };
  }
  const { expected: passed, unexpected, flaky, skipped } = it.stats;
  return { passed, failed: unexpected + flaky + it.errors.length, skipped };
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

const counts = (it: Counts): string =>
  `${it.passed} passed, ${it.failed} failed${it.skipped > 0 ? `, ${it.skipped} skipped` : ''}`;

function run(step: Step, env = {}): boolean {
  console.log(`\n> ${commands[step]}`);
  const { status } = spawnSync(commands[step], {
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
  });
  return status === 0;
}

/** Builds twice: a test compares this deploy with another one of the same commit, on another day. */
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
  if (!asked.every((it) => Object.hasOwn(commands, it))) {
    console.error(`The steps are ${all.join(', ')}: npm test -- unit lint`);
    process.exit(2);
  }
  const wanted = asked.length === 0 ? all : all.filter((it) => asked.includes(it));
  if (wanted.includes('integration')) refuseOnWindows('The step integration');

  // Otherwise a report of an earlier run could count as one of this run.
  rmSync(reports, { recursive: true, force: true });
  const reportOf = (part: string) => {
    const file = `${reports}/${part}.json`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  // A machine for CI should be able to run everything.
  const { lines, good } = addUp(
    runSteps(wanted, (step) => (step === 'build' ? build() : run(step))),
    reportOf,
    Boolean(process.env.CI),
  );
  console.log(`\n${lines.join('\n')}`);
  if (!good) process.exitCode = 1;
}
