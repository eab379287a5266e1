import { closeOnSignal } from './serve/close-on-signal.ts';
import { parsePort } from './serve/port.ts';
import { serveSite } from './serve/serve-site.ts';
import { StartError } from './serve/start-error.ts';

try {
  const starting = serveSite({ root: process.cwd(), port: parsePort(process.env.PORT) });
  closeOnSignal(async () => (await starting).close());
  const { port } = await starting;
  console.log(`ready on http://localhost:${String(port)}`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
