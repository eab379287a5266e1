import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { withFolder } from './measuring.ts';

type Work<T> = (address: string) => Promise<T>;

/** Serves the built site as Netlify would while the work runs. */
export const withSite = <T>(work: Work<T>): Promise<T> =>
  withServer('scripts/serve/serve-site.ts', work);

/** The same with accounts, so that an admin can sign in, and with an empty store or what fills it. */
export const withStaffedSite = <T>(
  work: Work<T>,
  fill?: (folder: string) => Promise<void>,
): Promise<T> =>
  withFolder(async (folder) => {
    await fill?.(folder);
    return withServer('scripts/start.ts', work, { DATA_DIR: folder });
  });

async function withServer<T>(
  script: string,
  work: Work<T>,
  env: NodeJS.ProcessEnv = {},
): Promise<T> {
  const server = spawn(process.execPath, [script], {
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
