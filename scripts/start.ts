/** `npm start`, behind the build: the site, and what it calls, on this machine alone. */
import { openLocal } from './local/open-local.ts';
import { startTicker, TICK_MS } from './local/ticker.ts';
import { orSentence } from './sentence.ts';
import { closeOnSignal } from './serve/close-on-signal.ts';
import { parsePort } from './serve/port.ts';
import { requireBuild, serveSite } from './serve/serve-site.ts';

await orSentence(async () => {
  const root = process.cwd();
  requireBuild(root);
  const local = await openLocal(root);
  const starting = serveSite({ root, port: parsePort(process.env.PORT), beside: local.answer });
  const ticking = starting.then(({ tick }) => startTicker(tick, TICK_MS));
  closeOnSignal(async () => {
    (await ticking).stop();
    await (await starting).close();
    await local.close();
  });

  const { port } = await starting;
  const address = `http://localhost:${String(port)}`;
  for (const line of await local.ready) console.log(line);
  console.log(`ready on ${address}`);
});
