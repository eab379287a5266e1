/** Finds a Chromium that runs here, or installs one, for the browser tests and the bench. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** The parts of a machine that the search uses, so that a test can replace them. */
export interface Machine {
  /** The places to look for Chromium, the preferred one first. */
  candidates: readonly string[];
  isRoot: boolean;
  exists: (path: string) => boolean;
  /** Whether the command succeeded. */
  run: (command: string, args: readonly string[]) => boolean;
}

/** The last resort before giving up: text needs a font, and a bare machine has none. */
const debianPackages = ['chromium', 'fonts-liberation'];

export function findChromium(machine: Machine): string | undefined {
  // Ubuntu's chromium-browser is a stub that only says 'install the snap', so being there isn't enough.
  return machine.candidates.find((it) => machine.exists(it) && machine.run(it, ['--version']));
}

export function ensureChromium(machine: Machine = thisMachine()): string {
  const ways = [
    () => true,
    () => machine.run('npx', ['--no-install', 'playwright', 'install', 'chromium']),
    () =>
      machine.isRoot &&
      machine.run('apt-get', ['update']) &&
      machine.run('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages]),
  ];
  for (const getOne of ways) {
    const found = getOne() && findChromium(machine);
    if (found) return found;
  }
  throw new Error(
    'No Chromium here, and none could be fetched: install one (`apt-get install chromium`), or name it in CHROMIUM=/path/to/chromium.',
  );
}

/** Turns off Chromium's own requests to its makers, and features that need a GPU. */
export function chromiumFlags(isRoot = process.getuid?.() === 0): string[] {
  return [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}

function thisMachine(): Machine {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return {
    candidates: [
      ...(process.env.CHROMIUM ? [process.env.CHROMIUM] : []),
      ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      chromium.executablePath(),
    ],
    isRoot: process.getuid?.() === 0,
    exists: existsSync,
    run: (command, args) =>
      spawnSync(command, args, {
        stdio: ['ignore', args.includes('--version') ? 'ignore' : 'inherit', 'ignore'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0,
  };
}
