/** Finds a Firestore emulator on this machine, or builds one that doesn't need Java. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The parts of the machine that the search uses, so that a test can replace them. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  home: string;
  /** The output of a command; undefined if it doesn't exist or fails. */
  ask: (command: string, args: readonly string[]) => string | undefined;
  /** Runs a command, prints its output, and returns whether it succeeded. */
  run: (command: string, args: readonly string[]) => boolean;
  say: (line: string) => void;
}

export type Found =
  /** Already running; we must not stop it. */
  | { host: string }
  | { hidane: string }
  /** Firebase's own, which runs on Java. */
  | { firebaseTools: string };

const hidaneVersion = '0.6.0';
const oldestJava = 21;

export function findEmulator(machine: Machine = thisMachine()): Found | undefined {
  const host = machine.env.FIRESTORE_EMULATOR_HOST;
  if (host) return { host };
  const hidane = findHidane(machine) ?? buildHidane(machine);
  if (hidane) return { hidane };
  if (javaOf(machine) >= oldestJava) {
    return {
      firebaseTools: createRequire(import.meta.url).resolve('firebase-tools/lib/bin/firebase.js'),
    };
  }
  return undefined;
}

const cacheOf = ({ env, home }: Machine): string =>
  join(env.XDG_CACHE_HOME || join(home, '.cache'), 'leadwright');

/** Rust's installer adds this folder to the PATH of new shells only. */
const cargoFolder = ({ env, home }: Machine): string =>
  join(env.CARGO_HOME || join(home, '.cargo'), 'bin');

function findHidane(machine: Machine): string | undefined {
  return [
    'hidane',
    join(cargoFolder(machine), 'hidane'),
    join(cacheOf(machine), 'bin', 'hidane'),
  ].find((it) => machine.ask(it, ['--version']) !== undefined);
}

function buildHidane(machine: Machine): string | undefined {
  const cargo = ['cargo', join(cargoFolder(machine), 'cargo')].find(
    (it) => machine.ask(it, ['--version']) !== undefined,
  );
  if (!cargo) return undefined;
  const root = cacheOf(machine);
  machine.say(
    `Building the Firestore emulator hidane in ${root}. This happens once and takes about two minutes.`,
  );
  const version = ['--version', hidaneVersion, '--locked'];
  machine.run(cargo, ['install', 'hidane', ...version, '--quiet', '--root', root]);
  return findHidane(machine);
}

function javaOf(machine: Machine): number {
  return Number(/version "(\d+)/.exec(machine.ask('java', ['-version']) ?? '')?.[1] ?? 0);
}

function thisMachine(): Machine {
  return {
    env: process.env,
    home: homedir(),
    ask: (command, args) => {
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
      return status === 0 ? stdout + stderr : undefined;
    },
    run: (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0,
    say: console.log,
  };
}
