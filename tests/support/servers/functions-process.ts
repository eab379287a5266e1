/** Runs the functions as `npm start` does, in a process with nothing else. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { openFunctions } from '../../../scripts/serve/functions-host.ts';
import { MalformedRequest, toRequest, respond } from '../../../scripts/serve/node-http.ts';

const retryEveryMs = Number(process.env['RETRY_EVERY_MS'] ?? 50);

const root = path.resolve(import.meta.dirname, '../../..');
const functions = await openFunctions(root);

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
}).listen(0, '127.0.0.1');
await once(server, 'listening');

const retry = async () => {
  await functions.tick();
  setTimeout(() => void retry(), retryEveryMs);
};
void retry().then(() => {
  // Otherwise the cache is written on exit, and a test kills this process.
  flushCompileCache();
});

console.log(`ready on http://localhost:${(server.address() as AddressInfo).port}`);
