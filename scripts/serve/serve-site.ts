import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { settlesWithin, PendingWork } from './pending-work.ts';
import { doors, openFunctionsHost } from './functions-host.ts';
import { listenOnLocalhost, parsePort } from './listen.ts';
import { MalformedRequest, toRequest, respond, ownAnswer } from './node-http.ts';
import { StartError, orSentence, closeOnSignal } from '../command.ts';
import { openStaticFiles } from './static-files.ts';

/** The same folder as in netlify.toml. */
export const published = 'dist';

/** How long closing waits for open requests and background work. */
export const patienceMs = 10_000;

interface Options {
  root: string;
  port: number;
  patience?: number;
  /** Handles requests that no function answers, before the files do. */
  beside?: (request: Request) => Promise<Response> | undefined;
}

export function requireBuild(root: string): void {
  if (existsSync(path.join(root, published))) return;
  throw new StartError(
    `There is no ${published} folder to serve: run npm run build first, or npm start, which does both.`,
  );
}

/** Serves the built site as Netlify would: functions first, then redirects and files. */
export async function serveSite(options: Options) {
  const { root, port: wanted, patience = patienceMs, beside = () => undefined } = options;
  requireBuild(root);
  const publish = path.join(root, published);
  const pending = new PendingWork();
  const functions = await openFunctionsHost(path.join(root, doors), pending);
  const files = openStaticFiles(root, publish);

  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    try {
      const request = toRequest(incoming);
      const ip = incoming.socket.remoteAddress ?? '';
      return await (functions.answer(request, ip) ?? beside(request) ?? files.answer(request));
    } catch (error) {
      if (error instanceof MalformedRequest) return ownAnswer(400, error.message);
      console.error(error);
      return ownAnswer(500, 'Something went wrong here.');
    }
  };
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    answer(incoming)
      .then((response) => respond(outgoing, response))
      .catch((error: unknown) => {
        console.error('A response could not be sent:', error);
        outgoing.destroy();
      });
  };

  const servers = [createServer(listener), createServer(listener)] as const;
  const port = await listenOnLocalhost(...servers, wanted);

  return {
    port,
    tick: () => functions.tick(),
    async close() {
      if (pending.size > 0) {
        console.log('Finishing background work; press Ctrl-C again to stop without it.');
      }
      const closed = servers.map(
        (server) =>
          new Promise<void>((resolve) =>
            server.close(() => {
              resolve();
            }),
          ),
      );
      const finished = Promise.all(closed).then(() => pending.settle());
      await settlesWithin(finished, patience);
      for (const server of servers) server.closeAllConnections();
    },
  };
}

// Only the server, without Auth emulator, webhook and schedule, for the bench and for its tests.
if (import.meta.main) {
  await orSentence(async () => {
    const starting = serveSite({ root: process.cwd(), port: parsePort(process.env.PORT) });
    closeOnSignal(async () => (await starting).close());
    const { port } = await starting;
    console.log(`ready on http://localhost:${port}`);
  });
}
