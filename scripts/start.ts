/** `npm start`, after the build: serves the site and the services that it calls, all on this machine. */
import { orSentence, closeOnSignal, noArguments } from './command.ts';
import { functionsOf } from './serve/functions-host.ts';
import { parsePort } from './serve/listen.ts';
import { requireBuild, serveSite } from './serve/serve-site.ts';
import { loadSettings } from './local/environment.ts';
import { openLocal } from './local/open-local.ts';

export async function runSite(prepare?: () => Promise<void>): Promise<void> {
  closeOnSignal(async () => (await starting).close());
  const starting = start(prepare);
  const { port, ready } = await starting;
  for (const line of await ready) console.log(line);
  console.log(`ready on http://localhost:${port}`);
}

async function start(prepare?: () => Promise<void>) {
  const root = process.cwd();
  requireBuild(root);
  await prepare?.();
  const local = await openLocal(root, functionsOf(root));
  const site = await serveSite(root, parsePort(process.env.PORT), local);
  return {
    port: site.port,
    ready: local.ready,
    async close() {
      await site.close();
      await local.close();
    },
  };
}

if (import.meta.main) {
  noArguments('The site has no options, but variables: PORT=9000 DATA_DIR=.other npm start');
  await orSentence(() => {
    loadSettings();
    return runSite();
  });
}
