import { parseRetention, parseServices, type Storage } from '../../functions/env.ts';
import type { ServiceAccount } from '../../functions/settings/service-account.ts';
import { parseSubmitLimit } from '../../functions/settings/submit-limit.ts';
import { ConfigError } from '../../functions/settings/variables.ts';
import { CheckFailed, passed, type Check } from './outcome.ts';
import type { DoctorDeps } from './world.ts';

type Env = DoctorDeps['env'];

/** Parses the settings as the functions on Netlify do; a problem fails the check. */
export function onNetlify<T>(parse: (env: Env) => T, env: Env): T {
  try {
    return parse({ ...env, NETLIFY: 'true' });
  } catch (error) {
    if (error instanceof ConfigError) throw new CheckFailed(error.message, { cause: error });
    throw error;
  }
}

interface Services {
  account: ServiceAccount;
  storage: Storage;
}

export const services: Check<Services> = {
  name: 'service account',
  needs: [],
  run: ({ env }) => {
    const { auth, storage } = onNetlify(parseServices, env);
    if (!auth.account) throw new TypeError('Settings for Netlify have an account');
    return {
      detail: `of the project ${auth.projectId}`,
      found: { account: auth.account, storage },
    };
  },
};

export const submitLimit: Check = {
  name: 'submit limit',
  needs: [],
  run: ({ env }) => {
    const { count, windowMs } = onNetlify(parseSubmitLimit, env);
    return passed(`${count} from one address in ${windowMs / 60_000} min`);
  },
};

export const retention: Check = {
  name: 'retention',
  needs: [],
  run: ({ env }) => {
    const days = onNetlify(parseRetention, env);
    return passed(days === undefined ? 'submissions are kept' : `erased after ${days} days`);
  },
};

export const siteAddress: Check<URL> = {
  name: 'site address',
  needs: [],
  run: ({ env: { SITE_URL: text } }) => {
    const example = 'the address that visitors see, as in https://www.example.com';
    if (!text) throw new CheckFailed(`SITE_URL is not set: set it to ${example}.`);
    const url = URL.parse(text);
    // Pages build their addresses from it, so a path would be lost.
    if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`) {
      throw new CheckFailed(
        `SITE_URL must begin with https:// and end after the name: set it to ${example}.`,
      );
    }
    return { detail: url.host, found: url };
  },
};
