import { parseRetention, parseServices } from '../../functions/env.ts';
import { parseSubmitLimit } from '../../functions/intake/rate-limiter.ts';
import { parsePrivacyKey } from '../../functions/privacy/person-hash.ts';
import { ConfigError } from '../../functions/unavailable.ts';
import type { Env, ServiceAccount } from '../../functions/variables.ts';
import type { Storage } from '../../functions/store/open.ts';
import { parseSilence, parseWaitingHours } from '../../functions/watch/alert-settings.ts';
import { CheckFailed, passed, type Check } from './check.ts';

/** Parses a setting as the functions on Netlify do; a problem fails the check. */
export function onNetlify<T>(parse: (env: Env) => T, env: Env): T {
  const problem = problemOf(parse, env);
  if (problem !== undefined) throw new CheckFailed(problem);
  return parse({ ...env, NETLIFY: 'true' });
}

function problemOf(parse: (env: Env) => unknown, env: Env): string | undefined {
  try {
    parse({ ...env, NETLIFY: 'true' });
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

export const services: Check<{ account: ServiceAccount; storage: Storage }> = {
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

/** The variables that no other check parses. Names each wrong one with its fix. */
export const variables: Check = {
  name: 'variables',
  needs: [],
  run: ({ env }) => {
    const parsers = [parseSubmitLimit, parseRetention, parseWaitingHours, parseSilence];
    const wrong = [...parsers, parsePrivacyKey].flatMap((it) => problemOf(it, env) ?? []);
    if (!env.PRIVACY_KEY?.trim()) {
      wrong.push(
        'PRIVACY_KEY is not set, so nobody can be put on the do-not-contact list: set it to the output of openssl rand -hex 32.',
      );
    }
    if (wrong.length > 0) throw new CheckFailed(wrong.join(' '));
    return passed('valid');
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
