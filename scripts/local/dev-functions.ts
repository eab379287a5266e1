import path from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AstroIntegration } from 'astro';
import { doors, openFunctionsHost, startTicker, tickMs } from '../serve/functions-host.ts';
import { PendingWork } from '../serve/pending-work.ts';
import { toRequest, respond } from '../serve/node-http.ts';

type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/** Adds the functions and the local services of `npm start` to Astro's dev server. */
export function devFunctions(): AstroIntegration {
  let opened: ReturnType<typeof open> | undefined;
  return {
    name: 'dev-functions',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        const opening = open(server.config.root);
        opened = opening;
        opening
          .then(({ ready }) => ready)
          .then(
            (lines) => {
              for (const line of lines) logger.info(line);
            },
            (error: unknown) => {
              logger.error(error instanceof Error ? error.message : String(error));
            },
          );
        server.middlewares.use(middleware(opening));
      },
      'astro:server:done': async () => {
        await opened?.then(
          ({ close }) => close(),
          // It failed to open and has already logged why.
          () => undefined,
        );
      },
    },
  };
}

async function open(root: string) {
  // Astro loads this file for every build, but only the dev server needs this import.
  const { openLocal } = await import('./open-local.ts');
  const local = await openLocal(root);
  const pending = new PendingWork();
  const functions = await openFunctionsHost(path.join(root, doors), pending);
  const ticker = startTicker(() => functions.tick(), tickMs, local.ready);
  return {
    ready: local.ready,
    answer: (request: Request, ip: string) =>
      functions.answer(request, ip) ?? local.answer(request),
    close: async () => {
      ticker.stop();
      await pending.settle();
      await local.close();
    },
  };
}

function middleware(opening: ReturnType<typeof open>): Middleware {
  return (incoming, outgoing, next) => {
    const answer = async () => {
      const { answer } = await opening;
      const answered = answer(toRequest(incoming), incoming.socket.remoteAddress ?? '');
      if (answered) await respond(outgoing, await answered);
      else next();
    };
    // The failure is already logged, and pages work without the functions.
    answer().catch(() => {
      next();
    });
  };
}
