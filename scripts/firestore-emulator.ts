/** Finds the Firestore emulator hidane on this machine, or builds it, and starts it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Env } from '../functions/variables.ts';
import { freePort } from './serve/listen.ts';

const hidaneVersion = '0.6.0';
const address = '127.0.0.1';
const ready = 'Dev App Server is now running';

export const noEmulator =
  'There is no Firestore emulator, so the tests that need one were skipped: install Rust (https://rustup.rs), or set FIRESTORE_EMULATOR_HOST.';

const cacheOf = (env: Env): string =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leadwright');

/** Rust's installer adds its folder to the PATH of new shells only. */
const pathOf = (env: Env): string =>
  [
    env.PATH,
    join(env.CARGO_HOME || join(homedir(), '.cargo'), 'bin'),
    join(cacheOf(env), 'bin'),
  ].join(delimiter);

/** Whether hidane can be run. If it is missing, Cargo builds it once. */
export function hasEmulator(env: Env = process.env): boolean {
  const surroundings = { env: { ...env, PATH: pathOf(env) } };
  const has = (program: string) => spawnSync(program, ['--version'], surroundings).status === 0;
  if (has('hidane')) return true;
  if (!has('cargo')) return false;
  const root = cacheOf(env);
  console.log(
    `Building the Firestore emulator hidane in ${root}. This happens once and takes about two minutes.`,
  );
  const build = ['install', 'hidane', '--version', hidaneVersion, '--locked', '--quiet'];
  spawnSync('cargo', [...build, '--root', root], { ...surroundings, stdio: 'inherit' });
  return has('hidane');
}

/** Its `host` is the value for FIRESTORE_EMULATOR_HOST. Undefined if this machine has none and can't get one. */
export async function startFirestoreEmulator() {
  const { env } = process;
  const running = env.FIRESTORE_EMULATOR_HOST;
  // We didn't start it, so we don't stop it.
  if (running) return { host: running, close: () => Promise.resolve() };
  if (!hasEmulator()) return undefined;
  const port = await freePort();
  const child = spawn('hidane', ['--host', address, '--port', String(port)], {
    env: { ...env, PATH: pathOf(env) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = () => child.kill();
  process.once('exit', stop);
  await untilReady(child);
  return {
    host: `${address}:${port}`,
    close: async () => {
      process.off('exit', stop);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      stop();
      await exit;
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes(ready)) resolve(undefined);
  });
  child.once('error', reject);
  child.once('exit', () =>
    reject(new Error(`The Firestore emulator ended before it was ready:\n${said}`)),
  );
  await promise;
}
