import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { freePorts } from '../serve/listen.ts';

const program = path.join(import.meta.dirname, 'auth-emulator-worker.ts');
const host = '127.0.0.1';

/** The emulator prints the links of its e-mails, because it can't send any. */
const mailedLink = /^.*?(To .+?, follow this link: \S+)/gm;

/**
 * Starts the Auth emulator of firebase-tools in a thread, which ends with this process. Prints only the links of
 * its e-mails. Resolves before the emulator is ready, so that the caller already has its address.
 */
export async function startAuthEmulator(project: string) {
  const [port = 0, hub, logging] = await freePorts(3);
  const folder = await mkdtemp(path.join(tmpdir(), 'auth-emulator-'));
  const config = path.join(folder, 'firebase.json');
  const emulators = {
    auth: { host, port },
    hub: { host, port: hub },
    logging: { host, port: logging },
    ui: { enabled: false },
    // The tests use several projects.
    singleProjectMode: false,
  };
  await writeFile(config, JSON.stringify({ emulators }));

  const worker = new Worker(program, {
    workerData: { project, config },
    stdout: true,
    stderr: true,
  });
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      for (const [, link] of text.matchAll(mailedLink)) console.log(link);
    });
  }
  const stopped = new AbortController();
  worker.once('exit', () => stopped.abort());
  const ready = answers(`http://${host}:${port}/`, stopped.signal).catch((cause: unknown) => {
    throw new Error('The Auth emulator stopped before it answered.', { cause });
  });
  // Avoids an unhandled rejection before a caller awaits it.
  ready.catch(() => undefined);
  worker.on('error', (error) => console.error('The Auth emulator stopped:', error));
  return {
    host: `${host}:${port}`,
    ready,
    async stop() {
      await worker.terminate();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when this address answers, and rejects when the signal aborts. */
async function answers(address: string, signal: AbortSignal): Promise<void> {
  while (!(await fetch(address, { signal }).catch(() => undefined))?.ok)
    await setTimeout(50, undefined, { signal });
}

/**
 * Paths that Firebase's browser library calls. /emulator/* is not forwarded, because anyone could delete every
 * account there. Links in e-mails lead to the emulator itself.
 */
const forwardedPaths = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com\//;

/** A proxy must not forward these headers, because they describe one connection. */
const connectionHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te)$/;

/** Forwards calls for Firebase Auth to its emulator, so that browsers only talk to the site. */
export const passOnTo = (host: string) => (request: Request) => {
  const { pathname, search } = new URL(request.url);
  return forwardedPaths.test(pathname)
    ? ask(`http://${host}${pathname}${search}`, request)
    : undefined;
};

async function ask(address: string, request: Request): Promise<Response> {
  const { method, headers: sent, url } = request;
  // The emulator has no access control, so refuse requests of other sites in the same browser.
  const origin = sent.get('origin');
  if (origin !== null && origin !== new URL(url).origin)
    return new Response('Requests from other sites are not forwarded.', { status: 403 });
  const headers = withoutConnection(sent);
  headers.set('accept-encoding', 'identity');
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer();
  const response = await fetch(address, { method, headers, redirect: 'manual', body });
  const { status } = response;
  return new Response(response.body, { status, headers: withoutConnection(response.headers) });
}

const withoutConnection = (headers: Headers): Headers =>
  new Headers([...headers].filter(([name]) => !connectionHeaders.test(name)));
