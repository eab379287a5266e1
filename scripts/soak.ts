/**
 * `npm run soak`: what `npm test` checks in the small, in the large. It takes hours and runs each night.
 * It goes on after a failure and exits with 1.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installPostfix } from '../soak/tools.ts';
import { noArguments, packagesOf, refuseOnWindows } from './command.ts';

noArguments('This command has no options: npm run soak');
refuseOnWindows('The soak');

const tests = (project: string, ...files: string[]) =>
  [
    'vitest',
    'run',
    '--project',
    project,
    ...files.map((it) => `tests/${project}/${it}.test.ts`),
  ] as const;

/** Each night looks at other worlds; the date names them. */
const seed = Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) * 10_000;
const mutable = /^functions\/(?:delivery|intake|store)\/.+\.ts$/;
const changed = execFileSync(
  'git',
  ['log', '--since=1.day', '--name-only', '--format=', '--diff-filter=d'],
  { encoding: 'utf8' },
);
const mutated = [...new Set(changed.split('\n'))].filter((it) => mutable.test(it));
installPostfix();
const stryker = join(packagesOf('soak'), '.bin/stryker');

const steps: (readonly string[])[] = [
  ['node', 'scripts/simulate.ts', '--seeds', '10000', '--from', String(seed)],
  tests('integration', 'faults/kill', 'faults/crowd', 'transfer/round-trip'),
  // It says why it was skipped.
  [...tests('soak', 'postfix'), '--reporter=verbose'],
  ['astro', 'build'],
  tests('built', 'pages'),
  ['playwright', 'test', 'paint'],
  ...(mutated.length > 0
    ? [[stryker, 'run', 'soak/stryker.config.json', '--mutate', mutated.join()]]
    : []),
];

const failed = steps.filter(([program = '', ...args]) => {
  console.log(`\n> ${[program, ...args].join(' ')}`);
  const env = { ...process.env, SOAK: '1' };
  return spawnSync(program, args, { stdio: 'inherit', env }).status !== 0;
});
for (const step of failed) console.error(`Failed: ${step.join(' ')}`);
if (failed.length > 0) process.exitCode = 1;
