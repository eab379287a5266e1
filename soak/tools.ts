import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian's Postfix without a mail server of the machine's own. Only root can do that, and start it. */
export function installPostfix(): void {
  const isPossible = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (!isPossible || existsSync('/usr/sbin/postfix')) return;
  const install = `
    echo 'postfix postfix/main_mailer_type select No configuration' | debconf-set-selections &&
    apt-get update -q && apt-get install -qy --no-install-recommends postfix`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('sh', ['-c', install], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error('apt-get could not install Postfix.');
}
