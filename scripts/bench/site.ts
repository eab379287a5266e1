import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { withFolder } from './scratch.ts';

type Work<T> = (address: string) => Promise<T>;

/** Serves the built site as Netlify would while the work runs. */
export const withSite = <T>(work: Work<T>, root = process.cwd()): Promise<T> =>
  withServer('scripts/serve/serve-site.ts', work, root);

/** The same with accounts and an empty store, so that an admin can sign in. */
export const withStaffedSite = <T>(work: Work<T>): Promise<T> =>
  withFolder((data) => withServer('scripts/start.ts', work, process.cwd(), { DATA_DIR: data }));

async function withServer<T>(
  script: string,
  work: Work<T>,
  root: string,
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const server = spawn(process.execPath, [resolve(script)], {
    cwd: root,
    env: { ...process.env, ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    return await work(await readyAddress(server.stdout, ended));
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

async function readyAddress(output: NodeJS.ReadableStream, ended: Promise<unknown>) {
  const ready = (async () => {
    for await (const line of createInterface(output)) {
      const address = /ready on (http:\/\/\S+)/.exec(line)?.[1];
      if (address) return address;
    }
    throw new Error('The server closed its output before it was ready.');
  })();
  const stopped = ended.then(() => {
    throw new Error('The server stopped before it was ready; is the site built?');
  });
  const address = await Promise.race([ready, stopped]);
  // Unread output would fill the pipe and block the server.
  output.resume();
  return address;
}
