import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { respond as ownAnswer } from '../../functions/http/answer.ts';
import { functionsOf, openFunctions } from './functions-host.ts';
import { listenOnLocalhost, parsePort } from './listen.ts';
import { MalformedRequest, toRequest, respond } from './node-http.ts';
import { closeOnSignal, ensure, orSentence } from '../command.ts';
import { openStaticFiles } from './static-files.ts';

/** Same as `publish` in netlify.toml. */
export const published = 'dist';

/** How long closing waits for open requests and background work. */
export const patienceMs = 10_000;

/** The functions, which answer before the files. */
type Functions = Pick<Awaited<ReturnType<typeof openFunctions>>, 'answer' | 'settle'>;

export function requireBuild(root: string): void {
  ensure(
    existsSync(path.join(root, published)),
    `There is no ${published} folder to serve: run npm run build first, or npm start, which does both.`,
  );
}

/** Serves the built site as Netlify would: functions first, then redirects and files. */
export async function serveSite(
  root: string,
  wanted: number,
  { answer: answerOf, settle }: Functions,
  patience = patienceMs,
) {
  const files = openStaticFiles(root, path.join(root, published));

  const answer = async (incoming: IncomingMessage): Promise<Response> => {
    try {
      const request = toRequest(incoming);
      const ip = incoming.socket.remoteAddress ?? '';
      return await (answerOf(request, ip) ?? files.answer(request));
    } catch (error) {
      if (error instanceof MalformedRequest) return ownAnswer(400, error.message, {});
      console.error(error);
      return ownAnswer(500, 'Something went wrong here.', {});
    }
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming)
      .then((response) => respond(outgoing, response))
      .catch((error: unknown) => {
        console.error('A response could not be sent:', error);
        outgoing.destroy();
      });
  });
  return {
    port: await listenOnLocalhost(server, wanted),
    async close() {
      const finished = once(server.close(), 'close').then(settle);
      await Promise.race([finished, setTimeout(patience)]);
      server.closeAllConnections();
    },
  };
}

// For the bench and its tests: the server without Auth emulator, webhook and schedule.
if (import.meta.main) {
  await orSentence(async () => {
    const root = process.cwd();
    const wanted = parsePort(process.env.PORT);
    requireBuild(root);
    const starting = serveSite(root, wanted, await openFunctions(root, functionsOf(root)));
    closeOnSignal(async () => (await starting).close());
    const { port } = await starting;
    console.log(`ready on http://localhost:${port}`);
  });
}
