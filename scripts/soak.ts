/**
 * `npm run soak`: runs checks of `npm test` at a larger scale. It takes hours and runs each night.
 * After a failure, it runs the other steps and exits with 1.
 */
import { execSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { noArguments, packagesOf, refuseOnWindows } from './command.ts';

noArguments('This command has no options: npm run soak');
refuseOnWindows('The soak');

const mutable = /^functions\/(?:delivery|intake|store)\/.+\.ts$/;
const log = 'git log --since=1.day --name-only --format= --diff-filter=d';
const changed = execSync(log, { encoding: 'utf8' }).split('\n');
const mutated = [...new Set(changed)].filter((file) => mutable.test(file) && existsSync(file));
installPostfix();
const tools = 'tests/soak/tools';
const stryker = join(packagesOf(tools), '.bin/stryker');

const steps = [
  'node scripts/simulate.ts --seeds 10000',
  'vitest run --project integration faults/kill.test faults/crowd transfer/round-trip api/one-person',
  // The verbose reporter prints why a test was skipped.
  'vitest run --project soak postfix --reporter=verbose',
  'npm run --silent build',
  'vitest run --project built built/pages',
  'playwright test paint --no-deps',
  ...(mutated.length > 0
    ? [`"${stryker}" run ${tools}/stryker.config.json --mutate ${mutated.join()}`]
    : []),
];

const failed = steps.filter((step) => {
  console.log(`\n> ${step}`);
  const env = { ...process.env, SOAK: '1' };
  return spawnSync(step, { shell: true, stdio: 'inherit', env }).status !== 0;
});
for (const step of failed) console.error(`Failed: ${step}`);
if (failed.length > 0) process.exitCode = 1;

/** Installs Debian's Postfix without a mail server for the machine. Only root can install and start it. */
function installPostfix(): void {
  const isPossible = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isPossible || existsSync('/usr/sbin/postfix')) return;
  const install = `
    echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections &&
    apt-get update -q && apt-get install -qy --no-install-recommends postfix`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', install], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error('apt-get could not install Postfix.');
}
