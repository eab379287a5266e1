/**
 * `npm test`: every check, in two lanes side by side, then what each took and one line of totals.
 * It runs on after a failure, so that one run shows all of them, and exits with 1.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { noArguments } from './command.ts';
import { runLanes, Output } from './test/lanes.ts';
import { addUp } from './test/totals.ts';

noArguments(
  'This command runs everything and has no options. docs/testing.md says how to run less.',
);

const reports = 'test-results';
/** The tests start hundreds of Node processes. Each reads what an earlier one has compiled. */
const compileCache = path.resolve('node_modules/.cache/compile');

/**
 * Each lane keeps about one core busy, and both take about as long; the browsers use both cores, so they
 * come last. The first steps write .astro/ and dist/, which is why they don't run beside each other.
 */
const lanes = [
  ['build', 'types', 'built', 'unit', 'browser'],
  ['integration', 'lint'],
];
const needs = { browser: 'build', built: 'build' };

// Otherwise a report of an earlier run could count as one of this run.
rmSync(reports, { recursive: true, force: true });
const output = new Output(process.stdout);
const steps = await runLanes({ lanes, needs, run: npmRun });
const { lines, good } = addUp(steps, (part) => {
  const file = `${reports}/${part}.json`;
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
});
console.log(`\n${lines.join('\n')}`);
if (!good) process.exitCode = 1;

async function npmRun(step: string): Promise<boolean> {
  const section = output.open(`> npm run ${step}`);
  const child = spawn('npm', ['run', '--silent', step], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
    },
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      section.write(text);
    });
  }
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('error', (error) => {
    section.write(`${error.message}\n`);
    resolve(false);
  });
  child.once('close', (code) => {
    resolve(code === 0);
  });
  const passed = await promise;
  section.close();
  return passed;
}
