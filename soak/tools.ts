import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the packages that only the soak needs. They are installed at first use. */
export function soakTools(): string {
  const installed = join(import.meta.dirname, 'node_modules');
  if (!existsSync(installed)) {
    const npm = ['ci', '--no-audit', '--no-fund'];
    const { status } = spawnSync('npm', npm, { cwd: import.meta.dirname, stdio: 'inherit' });
    if (status !== 0) throw new Error('npm ci failed in the folder soak.');
  }
  return installed;
}
