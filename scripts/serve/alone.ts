/** Only the server, without Auth emulator, webhook and schedule, for the bench and for its tests. */
import { orSentence } from '../start-error.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { parsePort } from './listen.ts';
import { serveSite } from './serve-site.ts';

await orSentence(async () => {
  const starting = serveSite({ root: process.cwd(), port: parsePort(process.env.PORT) });
  closeOnSignal(async () => (await starting).close());
  const { port } = await starting;
  console.log(`ready on http://localhost:${String(port)}`);
});
