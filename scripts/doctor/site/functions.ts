import { api } from '../../../src/shared/api.ts';
import { CheckFailed, passed, type Check } from '../outcome.ts';
import { reach } from '../reach.ts';
import { siteAddress } from '../settings.ts';
import { wrongHeader } from './headers.ts';
import { deployAgain, home, siteUnreachable } from './home.ts';

/**
 * Asks with a token that is none. To refuse it the function must have read its settings, so this
 * shows whether those on Netlify are good, too.
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
        `${api.access} answers 503: set the variables on Netlify as they are here and deploy again; the log there (Logs, Functions) says which one is wrong.`,
      );
    }
    const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
    if (status !== 401 || !isJson) {
      throw new CheckFailed(
        `${api.access} answers ${status}${isJson ? '' : ' and no JSON'} in place of 401, so that is not our function: look for it in the deploy's log on Netlify, and ${deployAgain}.`,
      );
    }
    const wrong = wrongHeader(headers);
    if (wrong !== undefined) {
      throw new CheckFailed(
        `The answer of ${api.access} has ${wrong}, unlike src/shared/headers.ts: ${deployAgain}.`,
      );
    }
    return passed(`${api.access} answers, and refuses who is not signed in`);
  },
};
