/** `npm run doctor`: whether a deployment with these settings, from .env or the shell, would work. */
import { checks } from './doctor/checks.ts';
import { main } from './doctor/main.ts';
import { liveWorld } from './doctor/world.ts';
import { loadDotEnv } from './local/environment.ts';
import { orSentence } from './sentence.ts';

await orSentence(async () => {
  loadDotEnv(process.cwd());
  const code = await main(process.argv.slice(2), checks, liveWorld(process.env));
  // A check that was given up may still hold a connection: the end comes once all is written.
  process.stdout.write('', () => process.exit(code));
});
