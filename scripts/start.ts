/** `npm start`, after the build: the site and the services that it calls, all on this machine. */
import { orSentence, closeOnSignal, noArguments } from './command.ts';
import { startTicker, tickMs } from './serve/functions-host.ts';
import { parsePort } from './serve/listen.ts';
import { requireBuild, serveSite } from './serve/serve-site.ts';
import { openLocal } from './local/open-local.ts';

interface Options {
  /** The project, with its build. */
  root: string;
  /** The folder whose .env is read. */
  settings?: string;
  /** Runs after everything is closed. */
  cleanUp?: () => Promise<void>;
}

/** Serves the built site with the services that it calls, until Ctrl-C. */
export async function runSite({ root, settings = root, cleanUp }: Options): Promise<void> {
  const starting = start(root, settings);
  closeOnSignal(async () => {
    await (await starting).close();
    await cleanUp?.();
  });
  const { port, ready } = await starting;
  for (const line of await ready) console.log(line);
  console.log(`ready on http://localhost:${port}`);
}

async function start(root: string, settings: string) {
  requireBuild(root);
  // This comes first, because it sets environment variables that the functions read.
  const local = await openLocal(settings);
  const port = parsePort(process.env.PORT);
  const site = await serveSite({ root, port, beside: local.answer });
  const ticker = startTicker(site.tick, tickMs, local.ready);
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

if (import.meta.main) {
  noArguments('The site has no options, but variables: PORT=9000 DATA_DIR=.other npm start');
  await orSentence(() => runSite({ root: process.cwd() }));
}
