/**
 * `npm test`: every check, in two lanes that take from one queue, then what each took and one line of
 * totals. It goes on after a failure, so that one run shows all of them, and exits with 1.
 * `npm test -- unit lint` runs only these steps.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runLanes, Output } from './test/lanes.ts';
import { addUp } from './test/totals.ts';

const reports = 'test-results';
/** The tests start hundreds of Node processes. Each reads what an earlier one has compiled. */
const compileCache = path.resolve('node_modules/.cache/compile');

const vitest = (project: string) =>
  `vitest run --project ${project} --reporter=default --reporter=json --outputFile.json=${reports}/${project}.json`;

/** The longest come first, after the build that two others need. */
const steps = {
  build: 'astro build',
  integration: vitest('integration'),
  browser: 'playwright test',
  unit: vitest('unit'),
  built: vitest('built'),
  lint: 'npm run --silent lint',
};
const needs = { browser: 'build', built: 'build' };

const asked = process.argv.slice(2);
const unknown = asked.filter((it) => !(it in steps));
if (unknown.length > 0) {
  console.error(`The steps are ${Object.keys(steps).join(', ')}: npm test -- unit lint`);
  process.exit(2);
}
const queue = Object.keys(steps).filter((it) => asked.length === 0 || asked.includes(it));

// Otherwise a report of an earlier run could count as one of this run.
rmSync(reports, { recursive: true, force: true });
const output = new Output(process.stdout);
const results = await runLanes({ queue, lanes: 2, needs, run });
const { lines, good } = addUp(results, {
  read: (part) => {
    const file = `${reports}/${part}.json`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  },
  skipsFail: Boolean(process.env.CI),
});
console.log(`\n${lines.join('\n')}`);
if (!good) process.exitCode = 1;

async function run(step: string): Promise<boolean> {
  const command = steps[step as keyof typeof steps];
  const section = output.open(`> ${command}`);
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', section.write);
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('close', (code) => {
    resolve(code === 0);
  });
  const passed = await promise;
  section.close();
  return passed;
}
