/** `npm run canary`: one visit by the canary, on SITE_URL or the local site, with its store. */
import { visit } from '../functions/canary/visit.ts';
import { siteDeps } from '../functions/live.ts';
import { readSettings, loadDotEnv } from './local/environment.ts';
import { orSentence } from './start-error.ts';

if (import.meta.main) {
  await orSentence(async () => {
    loadDotEnv(process.cwd());
    process.env.LOG_LEVEL ||= 'error';
    const settings = readSettings();
    const deps = { ...siteDeps(settings), webhook: settings.webhook, alerts: settings.alerts };
    const failure = await visit(deps, {
      say: (step) => {
        console.log(step);
      },
    });
    console.log(failure ?? 'The form works.');
    process.exitCode = failure === undefined ? 0 : 1;
    await (await deps.store()).close();
  });
}
