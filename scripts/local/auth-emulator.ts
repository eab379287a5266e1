import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const program = path.join(import.meta.dirname, 'auth-emulator-worker.ts');

/** The emulator prints these because it can't send e-mail. */
const mailedLink = /To .+, follow this link: \S+/g;

interface AuthEmulator {
  /** Host and port, which are known before it answers. */
  host: string;
  /** Resolves when it answers. */
  ready: Promise<unknown>;
  stop(): Promise<unknown>;
}

/**
 * Starts the Auth emulator of firebase-tools in a thread, which ends with this process. Only the links that
 * it would mail are printed.
 */
export async function startAuthEmulator(project: string): Promise<AuthEmulator> {
  const worker = new Worker(program, { workerData: project, stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const [link] of text.matchAll(mailedLink)) console.log(link);
    });
  }
  const [port] = (await once(worker, 'message')) as [number];
  const ready = once(worker, 'message');
  // Until somebody awaits it, a failure must not end the process.
  ready.catch(() => undefined);
  worker.on('error', (error) => {
    console.error('The Auth emulator stopped:', error);
  });
  return { host: `127.0.0.1:${port}`, ready, stop: () => worker.terminate() };
}
