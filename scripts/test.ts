/**
 * `npm test`: builds, then runs all checks in lanes side by side, and ends with what each took and one line
 * of totals. It goes on after a failure, so that one run shows all of them, and exits with 1.
 * `npm test -- unit lint` runs only these steps.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { refuseOnWindows } from './command.ts';

const reports = 'test-results';
/** The tests start hundreds of Node processes. Each reads what an earlier one has compiled. */
const compileCache = path.resolve('node_modules/.cache/compile');

const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${reports}/${project}.json`;

const steps = {
  build: 'astro build',
  built: vitest('built'),
  browser: 'playwright test',
  integration: vitest('integration'),
  lint: 'npm run --silent lint',
  unit: vitest('unit'),
};
type Step = keyof typeof steps;

/** The steps of a lane run one after the other, once the site is built. The first lane takes longest. */
const lanes: Step[][] = [['browser'], ['integration'], ['lint', 'unit', 'built']];

const asked = process.argv.slice(2);

export interface StepResult {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
}

/** Runs the lanes side by side. A failure doesn't stop the rest, but without a build nothing looks at it. */
export async function runLanes<Step extends string>(
  lanes: readonly (readonly Step[])[],
  run: (step: Step) => Promise<boolean>,
  isBuilt = true,
): Promise<StepResult[]> {
  const runLane = async (lane: readonly Step[]) => {
    const results: StepResult[] = [];
    for (const name of lane) {
      const began = performance.now();
      const canRun = isBuilt || !['built', 'browser'].includes(name);
      const outcome = !canRun ? 'skipped' : (await run(name)) ? 'passed' : 'failed';
      results.push({ name, outcome, seconds: (performance.now() - began) / 1000 });
    }
    return results;
  };
  return (await Promise.all(lanes.map(runLane))).flat();
}

/** The steps that run tests and leave a report. */
const parts = ['unit', 'integration', 'built', 'browser'];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What counts in a JSON report of Vitest or of Playwright. */
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
export function addUp(steps: readonly StepResult[], { read, skipsFail }: Source) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  const lines = steps.map(({ name, outcome, seconds }) => {
    const text = read(name);
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

/** Prints the output of a step whole when it ends, or as it comes if it is the only step. */
async function run(step: Step): Promise<boolean> {
  const command = steps[step];
  console.log(`> ${command}`);
  const child = spawn(command, {
    shell: true,
    stdio: asked.length === 1 ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (output) console.log(`\n> ${command}\n${output}`);
  return code === 0;
}

if (import.meta.main) {
  const unknown = asked.filter((it) => !(it in steps));
  if (unknown.length > 0) {
    console.error(`The steps are ${Object.keys(steps).join(', ')}: npm test -- unit lint`);
    process.exit(2);
  }
  if (asked.length === 0 || asked.includes('integration')) refuseOnWindows('The step integration');
  const wanted = (lane: Step[]) => lane.filter((it) => asked.length === 0 || asked.includes(it));

  // Otherwise a report of an earlier run could count as one of this run.
  rmSync(reports, { recursive: true, force: true });
  const built = await runLanes([wanted(['build'])], run);
  const isBuilt = built.every(({ outcome }) => outcome === 'passed');
  const results = await runLanes(lanes.map(wanted), run, isBuilt);
  const { lines, good } = addUp([...built, ...results], {
    read: (part) => {
      const file = `${reports}/${part}.json`;
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
    skipsFail: Boolean(process.env.CI),
  });
  console.log(`\n${lines.join('\n')}`);
  if (!good) process.exitCode = 1;
}
