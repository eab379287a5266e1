import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localProject } from '../functions/env.ts';
import { findEmulator, type Found } from './firestore-emulator/find.ts';
import { freePorts } from './serve/listen.ts';
import { closeOnSignal } from './command.ts';

export interface Emulator {
  /** The value for FIRESTORE_EMULATOR_HOST. */
  host: string;
  close: () => Promise<void>;
}

const address = '127.0.0.1';
const ready = /Dev App Server is now running|All emulators ready/;

export const noEmulator =
  'There is no Firestore emulator, so the tests that need one were skipped: install Rust (https://rustup.rs) or Java 21, or set FIRESTORE_EMULATOR_HOST.';

/** Undefined if this machine has none and can't get one. */
export async function startFirestoreEmulator(
  found = findEmulator(),
): Promise<Emulator | undefined> {
  if (!found) return undefined;
  if ('host' in found) return { host: found.host, close: () => Promise.resolve() };
  const [port = 0] = await freePorts(1);
  const child = start(found, port);
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

function start(found: Exclude<Found, { host: string }>, port: number): ChildProcess {
  const [program, ...args] = commandOf(found, port);
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

function commandOf(found: Exclude<Found, { host: string }>, port: number): [string, ...string[]] {
  if ('hidane' in found) return [found.hidane, '--host', address, '--port', String(port)];
  // The command line has no option for the port.
  const config = join(mkdtempSync(join(tmpdir(), 'firestore-')), 'firebase.json');
  const emulators = {
    firestore: { host: address, port },
    ui: { enabled: false },
    singleProjectMode: false,
  };
  writeFileSync(config, JSON.stringify({ emulators }));
  const only = ['emulators:start', '--only', 'firestore', '--project', localProject];
  return [process.execPath, found.firebaseTools, ...only, '--config', config];
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

if (import.meta.main) {
  const emulator = await startFirestoreEmulator();
  if (!emulator) {
    console.error(noEmulator);
    process.exit(1);
  }
  closeOnSignal(emulator.close);
  console.log(`FIRESTORE_EMULATOR_HOST=${emulator.host}`);
}
