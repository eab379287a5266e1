import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartError } from '../command.ts';
import { freePorts } from '../serve/listen.ts';
import { settlesWithin } from '../serve/pending-work.ts';

const loopback = '127.0.0.1';
const pollMs = 50;
/** Starting takes about two seconds; this limit is for a hang. */
const startLimitMs = 120_000;
const stopLimitMs = 5000;

const emulatorProgram = path.join(import.meta.dirname, 'auth-emulator-process.ts');

/** The emulator prints these because it can't send e-mail. */
const mailedLink = /To .+, follow this link: \S+/g;

interface AuthEmulator {
  /** Host and port, which are known before it answers. */
  host: string;
  /** Resolves when it answers. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/** Starts the Auth emulator of firebase-tools. Only the links that it would mail are printed. */
export async function startAuthEmulator(project: string): Promise<AuthEmulator> {
  const [port = 0] = await freePorts(1);
  const child = spawn(process.execPath, [emulatorProgram, project, String(port)], {
    // In its own group, so that Ctrl-C reaches the server only, which stops the emulator last.
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  let stopping = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-10_000);
      for (const [link] of text.matchAll(mailedLink)) console.log(link);
    });
  }
  const address = `http://${loopback}:${port}/`;
  let isReady = false;
  const ended = once(child, 'close');
  const failed = ended.then(() => {
    if (stopping) return new Promise<never>(() => undefined);
    throw new StartError(`The Auth emulator stopped unexpectedly:\n${output}`);
  });
  const ready = Promise.race([answers(address), failed]).then(() => {
    isReady = true;
  });
  // Before it is ready, `ready` reports a failure; afterwards nobody awaits it, so print it.
  failed.catch((error: unknown) => {
    if (isReady) console.error(String(error));
  });
  ready.catch(() => undefined);

  return {
    host: `${loopback}:${port}`,
    ready,
    async stop() {
      stopping = true;
      child.stdin.end();
      // It doesn't read its input while it starts.
      if (!isReady) child.kill('SIGKILL');
      if (!(await settlesWithin(ended, stopLimitMs))) child.kill('SIGKILL');
      await ended;
    },
  };
}

async function answers(address: string): Promise<void> {
  const end = performance.now() + startLimitMs;
  while (!(await isEmulator(address))) {
    if (performance.now() > end) throw new StartError('The Auth emulator does not answer.');
    await setTimeout(pollMs, undefined, { ref: false });
  }
}

async function isEmulator(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    return JSON.stringify(await response.json()).includes('"authEmulator"');
  } catch {
    // Nothing listens there yet.
    return false;
  }
}
