/** `npm start`, after the build: the site and the services that it calls, all on this machine. */
import { openLocal } from './local/open-local.ts';
import { startTicker, TICK_MS } from './serve/functions-host.ts';
import { orSentence } from './start-error.ts';
import { closeOnSignal } from './serve/close-on-signal.ts';
import { parsePort } from './serve/listen.ts';
import { requireBuild, serveSite } from './serve/serve-site.ts';

await orSentence(async () => {
  const starting = start(process.cwd());
  closeOnSignal(async () => (await starting).close());
  const { port, ready } = await starting;
  for (const line of await ready) console.log(line);
  console.log(`ready on http://localhost:${String(port)}`);
});

async function start(root: string) {
  requireBuild(root);
  // This comes first, because it sets environment variables that the functions read.
  const local = await openLocal(root);
  const port = parsePort(process.env.PORT);
  const site = await serveSite({ root, port, beside: local.answer });
  const ticker = startTicker(site.tick, TICK_MS);
  return {
    port: site.port,
    ready: local.ready,
    async close() {
      ticker.stop();
      await site.close();
      await local.close();
    },
  };
}
