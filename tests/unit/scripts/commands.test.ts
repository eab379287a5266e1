import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { addUp, runSteps } from '../../../scripts/test.ts';
import { aFolder } from '../../support/worlds/each-engine.ts';

test.each([
  ['simulate', ['--seeds', '0'], 'The options of the simulator are .+: npm run simulate -- .+'],
  ['bench', ['--foo'], 'The bench measures weight, .+: npm run bench -- weight'],
  ['doctor', ['--foo'], 'The options of the doctor are .+: npm run doctor -- .+'],
  ['start', ['--port', '9000'], 'The site has no options, .+ npm start'],
  ['assets', ['foo'], 'This command has no options: npx node scripts/assets.ts'],
  ['test', ['tests/unit'], 'The steps are .+: npm test -- .+'],
  ['admin-role', ['grant'], 'Name one account: npm run grant-admin -- .+'],
  ['transfer/export', ['--out', 'folder'], 'Name the file: npm run export -- .+'],
])('scripts/%s.ts %j says how the command is called', (name, args, usage) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${name}.ts`, ...args], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^${usage}\n$`));
});

test('the simulator runs the worlds of the day, and says how many it ran', () => {
  const run = ['scripts/simulate.ts', '--seeds', '1'];
  const { status, stdout } = spawnSync(process.execPath, run, { encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^1 seeds, \d+ steps, /)]);
});

test.each([
  ['soak', 'The soak'],
  ['test', 'The step integration'],
])('on Windows, scripts/%s.ts says where it can run', (name, sentence) => {
  const windows = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`;
  const { stderr } = spawnSync(process.execPath, ['--import', windows, `scripts/${name}.ts`]);
  expect(String(stderr)).toBe(`${sentence} needs Linux or macOS: on Windows, run it in WSL.\n`);
});

test('npm run finds the project’s Node, even if it is started with an older one', async () => {
  const folder = await aFolder();
  const older = path.join(folder, 'node');
  const refusal = "echo 'this Node runs no TypeScript' >&2; exit 99";
  await writeFile(
    older,
    `#!/bin/sh\ncase "$*" in *.ts*) ${refusal};; esac\nexec '${process.execPath}' "$@"\n`,
  );
  await chmod(older, 0o755);
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  const run = (...command: string[]) => spawnSync('npm', command, { encoding: 'utf8', env }).stderr;
  expect(run('exec', '--', older, 'x.ts')).toContain('this Node runs no TypeScript');
  expect(run('run', 'serve', '--', '--port', '9000')).toContain('The site has no options');
});

test('npm test continues after a failure, and skips only checks of a build that failed', () => {
  const ran: string[] = [];
  const results = runSteps(['build', 'unit', 'lint', 'built', 'browser'], (step) => {
    ran.push(step);
    return step === 'lint';
  });
  expect(ran).toEqual(['build', 'unit', 'lint']);
  expect(results.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'build failed',
    'unit failed',
    'lint passed',
    'built skipped',
    'browser skipped',
  ]);
});

const vitest = (numPassedTests: number, numFailedTests = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests: 0, numTodoTests: 0 });
const playwright = (expected: number, unexpected = 0, flaky = 0, more = {}) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0, ...more }, errors: [] });

const allGood = {
  unit: vitest(40),
  integration: vitest(5),
  built: vitest(0),
  browser: playwright(200),
};
const names = ['types', ...Object.keys(allGood)];

function totalsOf(reports: Record<string, string>, failed: string[] = [], skipsFail = false) {
  const steps = names.map((name) => ({
    name,
    outcome: failed.includes(name) ? ('failed' as const) : ('passed' as const),
    seconds: 41.3,
  }));
  const { lines, good } = addUp(steps, (part) => reports[part], skipsFail);
  return { lines, good, last: lines.at(-1) };
}

describe('the totals of a test run', () => {
  test('say what each step took and found, and end with a line for the sum', () => {
    const { lines, good } = totalsOf(allGood);
    expect(lines).toEqual([
      'types           41 s  passed',
      'unit            41 s  40 passed, 0 failed',
      'integration     41 s  5 passed, 0 failed',
      'built           41 s  0 passed, 0 failed',
      'browser         41 s  200 passed, 0 failed',
      '245 passed, 0 failed',
    ]);
    expect(good).toBe(true);
  });

  const noServer = JSON.stringify({
    stats: { expected: 200, unexpected: 0, flaky: 0, skipped: 0 },
    errors: [{}],
  });
  test.each([
    ['a failed test', { unit: vitest(39, 1) }, ['unit']],
    ['a test file that did not load', { unit: vitest(39) }, ['unit']],
    ['a failed browser test', { browser: playwright(199, 1) }, ['browser']],
    ['a browser test that passed on a retry', { browser: playwright(199, 0, 1) }, []],
    ['a server that did not start', { unit: vitest(39), browser: noServer }, ['browser']],
    ['a type error', { unit: vitest(39) }, ['types']],
    ['a part that left no report', { unit: vitest(239), browser: undefined }, []],
  ])('count one failure for %s', (_, reports, failed) => {
    const { last, good } = totalsOf({ ...allGood, ...reports } as typeof allGood, failed);
    expect(last).toBe('244 passed, 1 failed');
    expect(good).toBe(false);
  });

  test('count skipped tests, and fail if everything should run', () => {
    const reports = { ...allGood, browser: playwright(198, 0, 0, { skipped: 2 }) };
    const last = '243 passed, 0 failed, 2 skipped';
    expect(totalsOf(reports)).toMatchObject({ last, good: true });
    expect(totalsOf(reports, [], true)).toMatchObject({ last, good: false });
  });
});
