/** Finds the Firestore emulator hidane on this machine, or builds it, and starts it. */
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './local-server.ts';
import { RunningSite } from './running-site.ts';

const hidaneVersion = '0.6.0';
const address = '127.0.0.1';

export const noEmulator =
  'There is no Firestore emulator, so the tests that need one were skipped: install Rust (https://rustup.rs), or set FIRESTORE_EMULATOR_HOST.';

const { env } = process;

const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leadwright');

/** Rust's installer adds its folder to the PATH of new shells only. */
const PATH = [
  env.PATH,
  join(env.CARGO_HOME || join(homedir(), '.cargo'), 'bin'),
  join(cache, 'bin'),
].join(delimiter);

/** Whether hidane can be run. If it is missing, Cargo builds it once. */
function hasEmulator(): boolean {
  const surroundings = { env: { ...env, PATH } };
  const has = (program: string) => spawnSync(program, ['--version'], surroundings).status === 0;
  if (has('hidane')) return true;
  if (!has('cargo')) return false;
  console.log(
    `Building the Firestore emulator hidane in ${cache}. This happens once and takes about two minutes.`,
  );
  const build = ['install', 'hidane', '--version', hidaneVersion, '--locked', '--quiet'];
  spawnSync('cargo', [...build, '--root', cache], { ...surroundings, stdio: 'inherit' });
  return has('hidane');
}

/** Its `host` is the value for FIRESTORE_EMULATOR_HOST. Undefined if this machine has none and cannot get one. */
export async function startFirestoreEmulator() {
  const running = env.FIRESTORE_EMULATOR_HOST;
  // An emulator that we did not start is not stopped.
  if (running) return { host: running, close: () => Promise.resolve() };
  if (!hasEmulator()) return undefined;
  const port = await freePort();
  const hidane = new RunningSite(process.cwd(), {
    command: ['hidane', '--host', address, '--port', String(port)],
    env: { PATH },
  });
  process.once('exit', () => hidane.signal('SIGKILL'));
  await hidane.says(/Dev App Server is now running/);
  return { host: `${address}:${port}`, close: () => hidane[Symbol.asyncDispose]() };
}
