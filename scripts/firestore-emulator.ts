/** Finds a Firestore emulator on this machine, or builds one that doesn't need Java, and starts it. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { localProject } from '../functions/env.ts';
import type { Env } from '../functions/variables.ts';
import { freePort } from './serve/listen.ts';

export interface Emulator {
  /** The value for FIRESTORE_EMULATOR_HOST. */
  host: string;
  close: () => Promise<void>;
}

const hidaneVersion = '0.6.0';
const oldestJava = 21;
const address = '127.0.0.1';
const ready = /Dev App Server is now running|All emulators ready/;

export const noEmulator =
  'There is no Firestore emulator, so the tests that need one were skipped: install Rust (https://rustup.rs) or Java 21, or set FIRESTORE_EMULATOR_HOST.';

/** Where our own build is. */
const cacheOf = (env: Env): string =>
  join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'leadwright');

/** Rust's installer adds its folder to the PATH of new shells only. */
const pathOf = (env: Env): string =>
  [
    env.PATH,
    join(env.CARGO_HOME || join(homedir(), '.cargo'), 'bin'),
    join(cacheOf(env), 'bin'),
  ].join(delimiter);

/** Hidane, which Cargo builds once, or Firebase's own emulator, which needs Java. */
export function findEmulator(env: Env = process.env): 'hidane' | 'firebase' | undefined {
  const surroundings = { encoding: 'utf8', env: { ...env, PATH: pathOf(env) } } as const;
  const ask = (program: string, option: string) => spawnSync(program, [option], surroundings);
  if (ask('hidane', '--version').status === 0) return 'hidane';
  if (ask('cargo', '--version').status === 0) {
    const root = cacheOf(env);
    console.log(
      `Building the Firestore emulator hidane in ${root}. This happens once and takes about two minutes.`,
    );
    const build = ['install', 'hidane', '--version', hidaneVersion, '--locked', '--quiet'];
    spawnSync('cargo', [...build, '--root', root], { ...surroundings, stdio: 'inherit' });
    if (ask('hidane', '--version').status === 0) return 'hidane';
  }
  const { stdout, stderr } = ask('java', '-version');
  const [, java = 0] = /version "(\d+)/.exec(stdout + stderr) ?? [];
  return Number(java) >= oldestJava ? 'firebase' : undefined;
}

/** Undefined if this machine has none and can't get one. */
export async function startFirestoreEmulator(): Promise<Emulator | undefined> {
  const { env } = process;
  const running = env.FIRESTORE_EMULATOR_HOST;
  // We didn't start it, so we don't stop it.
  if (running) return { host: running, close: () => Promise.resolve() };
  const found = findEmulator();
  if (!found) return undefined;
  const port = await freePort();
  const [program, ...args] =
    found === 'hidane'
      ? (['hidane', '--host', address, '--port', String(port)] as const)
      : firebaseOn(port);
  const child = spawn(program, args, {
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

function firebaseOn(port: number): [string, ...string[]] {
  // The command line has no option for the port.
  const config = join(mkdtempSync(join(tmpdir(), 'firestore-')), 'firebase.json');
  const emulators = {
    firestore: { host: address, port },
    ui: { enabled: false },
    singleProjectMode: false,
  };
  writeFileSync(config, JSON.stringify({ emulators }));
  const program = createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js');
  const only = ['emulators:start', '--only', 'firestore', '--project', localProject];
  return [process.execPath, program, ...only, '--config', config];
}

async function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (ready.test(said)) resolve(undefined);
  });
  child.once('error', reject);
  child.once('exit', () => {
    reject(new Error(`The Firestore emulator ended before it was ready:\n${said}`));
  });
  await promise;
}
