import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Serves the built site as its host would, for as long as the work takes. */
export async function withSite<T>(
  work: (address: string) => Promise<T>,
  root = process.cwd(),
): Promise<T> {
  const server = spawn(process.execPath, [resolve('scripts/serve/alone.ts')], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
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
    throw new Error('The server said nothing before it was ready.');
  })();
  const stopped = ended.then(() => {
    throw new Error('The server stopped before it was ready; is the site built?');
  });
  const address = await Promise.race([ready, stopped]);
  // What is no longer read would fill the pipe and stop the server.
  output.resume();
  return address;
}
