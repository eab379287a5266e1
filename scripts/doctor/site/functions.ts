import { api } from '../../../src/shared/api.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { reach } from '../reach.ts';
import { siteAddress } from '../settings.ts';
import { wrongHeader } from './headers.ts';
import { deployAgain, home, siteUnreachable } from './home.ts';

/**
 * Sends an invalid token. A function that refuses it has read its settings, so this also shows
 * whether the settings on Netlify are valid.
 */
export const functions: Check = {
  name: 'functions',
  needs: [siteAddress, home],
  run: async ({ fetch }, { found, signal }) => {
    const site = found(siteAddress);
    const options = { signal, headers: { authorization: 'Bearer doctor' } };
    const url = new URL(api.access, site);
    const { status, headers } = await reach(fetch, url, options, siteUnreachable);
    if (status === 503) {
      throw new CheckFailed(
        `${api.access} answers 503: set the variables on Netlify as they are here and deploy again. The log there (Logs, Functions) names the wrong one.`,
      );
    }
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    if (status !== 401 || !isJson) {
      throw new CheckFailed(
        `${api.access} answers ${status}${isJson ? '' : ' and no JSON'} instead of 401, so it is not our function: look for it in the deploy's log on Netlify, and ${deployAgain}.`,
      );
    }
    const wrong = wrongHeader(headers);
    if (wrong !== undefined) {
      throw new CheckFailed(
        `The answer of ${api.access} has ${wrong}, unlike src/shared/headers.ts: ${deployAgain}.`,
      );
    }
    return passed(`${api.access} answers, and refuses visitors who are not signed in`);
  },
};
