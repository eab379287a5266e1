/** The server alone, with nothing around it: for measuring pages and testing the server itself. */
import { orSentence } from '../sentence.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { parsePort } from './port.ts';
import { serveSite } from './serve-site.ts';

await orSentence(async () => {
  const starting = serveSite({ root: process.cwd(), port: parsePort(process.env.PORT) });
  closeOnSignal(async () => (await starting).close());
  const { port } = await starting;
  console.log(`ready on http://localhost:${String(port)}`);
});
