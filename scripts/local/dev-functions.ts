import type { AstroIntegration } from 'astro';
import { toRequest, respond } from '../serve/node-http.ts';

/** Adds the functions and the local services of `npm start` to Astro's dev server. */
export function devFunctions(): AstroIntegration {
  let close = (): Promise<void> => Promise.resolve();
  return {
    name: 'dev-functions',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        const opening = open(server.config.root);
        close = async () => {
          const local = await opening;
          await local.settle();
          await local.close();
        };
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
        server.middlewares.use((incoming, outgoing, next) => {
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
        });
      },
      // If it failed to open, it has already logged why.
      'astro:server:done': () => close().catch(() => undefined),
    },
  };
}

async function open(root: string) {
  // Astro loads this file for every build, but only the dev server needs this import.
  const { openLocal } = await import('./open-local.ts');
  return openLocal(root);
}
