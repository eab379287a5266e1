/** Whether visitors can see the site. New projects on Netlify are private. */
import { isNetlifyLogin } from '../../functions/canary/netlify-login.ts';
import { checkConnection, reach } from '../doctor/google.ts';
import { makePublic } from '../doctor/site.ts';
import { answerTo, type Settings, type SetupDeps, type Step } from './tools.ts';

async function askForPublic({ SITE_URL = '' }: Settings, deps: SetupDeps): Promise<void> {
  const site = URL.parse(SITE_URL);
  // The doctor reports a site that can't be reached.
  const answer = site && (await reach(deps.fetch, site, {}, checkConnection).catch(() => null));
  if (!answer || !isNetlifyLogin(answer)) return;
  deps.print(
    `      The project on Netlify is private, so visitors get a login page: ${makePublic}. Then open ${SITE_URL} in a private window of your browser.`,
  );
  await answerTo(deps, { text: 'When you see the home page there, press Enter', usual: '' });
}

/** Netlify has no command for it, and allows it only after the first deploy. */
export const publicStep: Step = {
  title: 'Make the project public',
  work: {
    byHand: `if a private window of your browser shows a login page of Netlify, ${makePublic}`,
    run: askForPublic,
  },
};
