/**
 * `npm test`: every check, in lanes side by side, then what each took and one line of totals. It goes on
 * after a failure, so that one run shows all of them, and exits with 1. `npm test -- unit lint` runs only
 * these steps.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { refuseOnWindows } from './command.ts';
import { addUp, runLanes } from './test/steps.ts';

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

/** The steps of a lane run one after the other. What looks at the build comes after it. */
const lanes: Step[][] = [['build', 'built', 'browser'], ['integration'], ['lint', 'unit']];

const asked = process.argv.slice(2);
const unknown = asked.filter((it) => !(it in steps));
if (unknown.length > 0) {
  console.error(`The steps are ${Object.keys(steps).join(', ')}: npm test -- unit lint`);
  process.exit(2);
}
if (asked.length === 0 || asked.includes('integration')) refuseOnWindows('The step integration');
const wanted = lanes.map((lane) => lane.filter((it) => asked.length === 0 || asked.includes(it)));

// Otherwise a report of an earlier run could count as one of this run.
rmSync(reports, { recursive: true, force: true });
const results = await runLanes(wanted, run);
const { lines, good } = addUp(results, {
  read: (part) => {
    const file = `${reports}/${part}.json`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  },
  skipsFail: Boolean(process.env.CI),
});
console.log(`\n${lines.join('\n')}`);
if (!good) process.exitCode = 1;

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
