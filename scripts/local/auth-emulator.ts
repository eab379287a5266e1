import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

const program = path.join(import.meta.dirname, 'auth-emulator-worker.ts');

/** The emulator prints these because it can't send e-mail. */
const mailedLink = /To .+, follow this link: \S+/g;

/**
 * Starts the Auth emulator of firebase-tools in a thread, which ends with this process. Only the links that
 * it would mail are printed. Its host and port are known before it is ready to answer.
 */
export async function startAuthEmulator(project: string) {
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
  worker.on('error', (error) => console.error('The Auth emulator stopped:', error));
  return { host: `127.0.0.1:${port}`, ready, stop: () => worker.terminate() };
}

/**
 * The calls of Firebase's browser library. /emulator/* is left out, because anyone could delete every
 * account there; links in e-mails lead to the emulator itself.
 */
const passedOn = /^\/(?:identitytoolkit|securetoken)\.googleapis\.com\//;

/** These headers describe one connection, and a proxy has two. */
const ofOneConnection =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|expect|upgrade|te)$/;

/** Forwards calls for Firebase Auth to its emulator, so that browsers only talk to the site. */
export const passOnTo = (host: string) => (request: Request) => {
  const { pathname, search } = new URL(request.url);
  return passedOn.test(pathname) ? ask(`http://${host}${pathname}${search}`, request) : undefined;
};

async function ask(address: string, request: Request): Promise<Response> {
  const { method, headers: sent, url } = request;
  // The emulator has no access control, so keep out pages of other sites in the same browser.
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
  new Headers([...headers].filter(([name]) => !ofOneConnection.test(name)));
