/** The functions as `npm start` runs them, in a process of their own that runs this file. */
import { createServer } from 'node:http';
import { flushCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openFunctions } from '../../../scripts/serve/functions-host.ts';
import { listenOnLocalhost } from '../../../scripts/serve/listen.ts';
import { MalformedRequest, respond, toRequest } from '../../../scripts/serve/node-http.ts';
import { secrets } from '../builders/signed.ts';
import type { Engine } from '../worlds/each-engine.ts';
import { RunningSite } from './running-site.ts';

/** The functions in a process of their own with an engine's data, and a webhook if one is given. */
export function startFunctions({ env }: Pick<Engine, 'env'>, webhook?: URL): Promise<RunningSite> {
  return RunningSite.ready(process.cwd(), {
    command: [process.execPath, import.meta.filename],
    env: {
      OPT_OUT_SECRET: secrets.join(' '),
      PRIVACY_KEY: 'the privacy key of the tests, and of nobody',
      // All requests of a burst come from this machine's address.
      SUBMIT_LIMIT: '1000/1s',
      ...env,
      // Compiled code starts faster.
      NODE_COMPILE_CACHE: path.join(tmpdir(), 'leadwright-compiled'),
      WEBHOOK_URL: webhook?.href ?? '',
      WEBHOOK_SECRET: '',
    },
  });
}

if (import.meta.main) {
  const retryEveryMs = Number(process.env['RETRY_EVERY_MS'] ?? 50);

  const functions = await openFunctions(path.resolve(import.meta.dirname, '../../..'));

  const server = createServer((incoming, outgoing) => {
    void answer().then((response) => respond(outgoing, response));

    async function answer(): Promise<Response> {
      try {
        const answered = functions.answer(toRequest(incoming), '203.0.113.7');
        return (await answered) ?? new Response(null, { status: 404 });
      } catch (error) {
        if (!(error instanceof MalformedRequest)) throw error;
        return new Response(error.message, { status: 400 });
      }
    }
  });
  const port = await listenOnLocalhost(server, 0);

  const retry = async () => {
    await functions.callDue();
    setTimeout(() => void retry(), retryEveryMs);
  };
  void retry().then(() => {
    // Otherwise the cache is written on exit, and a test kills this process.
    flushCompileCache();
  });

  console.log(`ready on http://localhost:${port}`);
}
