/** Finds a browser that runs here, or installs one: a headless shell for the tests, Chromium for the bench. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright';

const isRoot = process.getuid?.() === 0;

/** Whether the command succeeded. */
const run = (command: string, ...args: readonly string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', args.includes('--version') ? 'ignore' : 'inherit', 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
const chosen = process.env.CHROMIUM ? [process.env.CHROMIUM] : [];
const everywhere = (...names: string[]) =>
  names.flatMap((name) => folders.map((folder) => join(folder, name)));

/** The places to look for Chromium, the preferred one first. */
const candidates = [
  ...chosen,
  ...everywhere('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  chromium.executablePath(),
];

/** The places to look for the headless shell, which runs a test in two thirds of the time. */
const shells = [...chosen, ...everywhere('chromium-headless-shell')];

// Ubuntu's chromium-browser is a stub that only says 'install the snap', so being there isn't enough.
const firstThatRuns = (paths: readonly string[]) =>
  paths.find((it) => existsSync(it) && run(it, '--version'));

/** Text needs a font, and a minimal machine has none. */
const installFromDebian = (name: string): boolean =>
  isRoot &&
  run('apt-get', 'update') &&
  run('apt-get', 'install', '-y', '--no-install-recommends', name, 'fonts-liberation');

function ensureChromium(): string {
  const ways = [
    () => true,
    () => run('npx', '--no-install', 'playwright', 'install', 'chromium'),
    () => installFromDebian('chromium'),
  ];
  for (const getOne of ways) {
    const found = getOne() && firstThatRuns(candidates);
    if (found) return found;
  }
  throw new Error(
    'No Chromium here, and none could be fetched: install one (`apt-get install chromium`), or name it in CHROMIUM=/path/to/chromium.',
  );
}

/** Installs the shell only as root, which is usually a container and rarely a developer's machine. */
export function ensureHeadlessShell(): string {
  const find = () => firstThatRuns(shells);
  return (
    find() ??
    (installFromDebian('chromium-headless-shell') ? find() : undefined) ??
    ensureChromium()
  );
}

/** Turns off Chromium's own requests to its vendor, and features that need a GPU. */
export function chromiumFlags(): string[] {
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
