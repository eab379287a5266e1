/** `npm run doctor`: checks whether a deployment works with the settings in .env or the shell. */
import { checks } from './doctor/checks.ts';
import { main } from './doctor/main.ts';
import { liveWorld } from './doctor/check.ts';
import { loadDotEnv } from './local/environment.ts';
import { orSentence } from './start-error.ts';

await orSentence(async () => {
  loadDotEnv(process.cwd());
  const code = await main(process.argv.slice(2), checks, liveWorld(process.env));
  // A check that timed out may still hold a connection open, so exit once the report is written.
  process.stdout.write('', () => process.exit(code));
});
