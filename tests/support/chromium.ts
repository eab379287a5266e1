/** Finds a browser that runs here, or installs one: a headless shell for the tests, Chromium for the bench. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright';

/** The parts of a machine that the search uses, so that a test can replace them. */
export interface Machine {
  /** The places to look for Chromium, the preferred one first. */
  candidates: readonly string[];
  /** The same for Chromium without its windows, which runs a test in two thirds of the time. */
  shells: readonly string[];
  isRoot: boolean;
  exists: (path: string) => boolean;
  /** Whether the command succeeded. */
  run: (command: string, ...args: readonly string[]) => boolean;
}

// Ubuntu's chromium-browser is a stub that only says 'install the snap', so being there isn't enough.
const firstThatRuns = (machine: Machine, paths: readonly string[]) =>
  paths.find((it) => machine.exists(it) && machine.run(it, '--version'));

/** Text needs a font, and a bare machine has none. */
const installFromDebian = ({ isRoot, run }: Machine, name: string): boolean =>
  isRoot &&
  run('apt-get', 'update') &&
  run('apt-get', 'install', '-y', '--no-install-recommends', name, 'fonts-liberation');

export function ensureChromium(machine: Machine = thisMachine()): string {
  const ways = [
    () => true,
    () => machine.run('npx', '--no-install', 'playwright', 'install', 'chromium'),
    () => installFromDebian(machine, 'chromium'),
  ];
  for (const getOne of ways) {
    const found = getOne() && firstThatRuns(machine, machine.candidates);
    if (found) return found;
  }
  throw new Error(
    'No Chromium here, and none could be fetched: install one (`apt-get install chromium`), or name it in CHROMIUM=/path/to/chromium.',
  );
}

/** Installs the shell as root only, which is a container more often than somebody's own machine. */
export function ensureHeadlessShell(machine: Machine = thisMachine()): string {
  const find = () => firstThatRuns(machine, machine.shells);
  return (
    find() ??
    (installFromDebian(machine, 'chromium-headless-shell') ? find() : undefined) ??
    ensureChromium(machine)
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
    // The headless shell rounds the width of each letter otherwise, as a phone or desk with a window doesn't.
    '--font-render-hinting=none',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: ensureChromium(), args: [...chromiumFlags(), ...more] });

function thisMachine(): Machine {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const everywhere = (...names: string[]) =>
    names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const chosen = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
  return {
    shells: [...chosen, ...everywhere('chromium-headless-shell')],
    candidates: [
      ...chosen,
      ...everywhere('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      chromium.executablePath(),
    ],
    isRoot: process.getuid?.() === 0,
    exists: existsSync,
    run: (command, ...args) =>
      spawnSync(command, args, {
        stdio: ['ignore', args.includes('--version') ? 'ignore' : 'inherit', 'ignore'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0,
  };
}
