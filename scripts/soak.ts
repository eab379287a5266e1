/**
 * `npm run soak`: checks of `npm test` at a larger scale. It takes hours and runs each night.
 * It goes on after a failure and exits with 1.
 */
import { execSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPostfix } from '../soak/tools.ts';
import { noArguments, packagesOf, refuseOnWindows } from './command.ts';

noArguments('This command has no options: npm run soak');
refuseOnWindows('The soak');

const mutable = /^functions\/(?:delivery|intake|store)\/.+\.ts$/;
const log = 'git log --since=1.day --name-only --format= --diff-filter=d';
const changed = execSync(log, { encoding: 'utf8' }).split('\n');
const mutated = [...new Set(changed)].filter((it) => mutable.test(it) && existsSync(it));
installPostfix();
const stryker = join(packagesOf('soak'), '.bin/stryker');

const steps = [
  'node scripts/simulate.ts --seeds 10000',
  'vitest run --project integration faults/kill.test faults/crowd transfer/round-trip api/one-person',
  // It says why it was skipped.
  'vitest run --project soak postfix --reporter=verbose',
  'npm run --silent build',
  'vitest run --project built built/pages',
  'playwright test paint --no-deps',
  ...(mutated.length > 0
    ? [`"${stryker}" run soak/stryker.config.json --mutate ${mutated.join()}`]
    : []),
];

const failed = steps.filter((step) => {
  console.log(`\n> ${step}`);
  const env = { ...process.env, SOAK: '1' };
  return spawnSync(step, { shell: true, stdio: 'inherit', env }).status !== 0;
});
for (const step of failed) console.error(`Failed: ${step}`);
if (failed.length > 0) process.exitCode = 1;
