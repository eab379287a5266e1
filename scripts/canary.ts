/** `npm run canary`: runs the canary once against SITE_URL or the local site. It needs that site's store. */
import { visit } from '../functions/canary/canary.ts';
import { parseEnv, settingsIn } from '../functions/env.ts';
import { ownMachine } from '../src/shared/api.ts';
import { isLocal } from '../functions/store/open-store.ts';
import { siteDeps } from '../functions/live.ts';
import { readArguments } from './local/environment.ts';
import { ensure, orSentence } from './command.ts';
import { parsePort } from './serve/listen.ts';

await orSentence(async () => {
  readArguments('The option of the canary is --env with a file: npm run canary -- --env .env.live');
  process.env.LOG_LEVEL ||= 'error';
  // Throws a sentence if PORT is not valid.
  parsePort(process.env.PORT);
  const { storage, alerts } = parseEnv(process.env);
  const { site } = alerts;
  ensure(
    // A site with another store has another key: it would treat the canary as a visitor, and store and send its lead.
    ownMachine.includes(new URL(site).hostname) || !isLocal(storage),
    `${site} has a different store from this machine, so it would store the canary's form as a lead: set FIREBASE_SERVICE_ACCOUNT as on the site (npm run canary -- --env .env.live), or remove SITE_URL to visit the local site.`,
  );
  const deps = siteDeps(settingsIn(process.env));
  const failure = await visit(deps, console.log);
  console.log(failure ?? 'The form works.');
  process.exitCode = failure === undefined ? 0 : 1;
});
