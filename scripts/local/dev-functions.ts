import type { AstroIntegration } from 'astro';
import { whenOrphaned } from '../command.ts';
import { toRequest, respond } from '../serve/node-http.ts';

/** Adds the functions and the local services of `npm start` to Astro's dev server. */
export function devFunctions(): AstroIntegration {
  let close = (): Promise<void> => Promise.resolve();
  return {
    name: 'dev-functions',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        // Links in alerts and notices use this port.
        process.env.PORT ||= String(server.config.server.port);
        whenOrphaned(() => process.exit());
        // Lazy: every build loads this file, but only the dev server needs this import.
        const opening = import('./open-local.ts').then(({ openLocal }) =>
          openLocal(server.config.root),
        );
        close = async () => {
          const local = await opening;
          await local.settle();
          await local.close();
        };
        const introduce = async () => {
          const { ready } = await opening;
          for (const line of await ready) logger.info(line);
        };
        introduce().catch((error: unknown) =>
          logger.error(error instanceof Error ? error.message : String(error)),
        );
        server.middlewares.use((incoming, outgoing, next) => {
          const answer = async () => {
            const { answer } = await opening;
            const answered = answer(toRequest(incoming), incoming.socket.remoteAddress ?? '');
            if (answered) await respond(outgoing, await answered);
            else next();
          };
          // `introduce` logs the failure. Pages work without the functions.
          answer().catch(() => next());
        });
      },
      // `introduce` has logged a failure to open.
      'astro:server:done': () => close().catch(() => undefined),
    },
  };
}
