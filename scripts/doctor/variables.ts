import { parseServices, settingsIn } from '../../functions/env.ts';
import { ConfigError } from '../../functions/unavailable.ts';
import type { Env } from '../../functions/variables.ts';
import { CheckFailed, passed } from './report.ts';

/** Parses a setting as the functions on Netlify do; a problem fails the check. */
export function onNetlify<T>(parse: (env: Env) => T, env: Env): T {
  try {
    return parse({ ...env, NETLIFY: 'true' });
  } catch (error) {
    if (error instanceof ConfigError) throw new CheckFailed(error.message, { cause: error });
    throw error;
  }
}

export function serviceAccount(env: Env) {
  const { auth } = onNetlify(parseServices, env);
  if (!auth.account) throw new TypeError('Settings for Netlify have an account');
  return { detail: `of the project ${auth.projectId}`, found: auth.account };
}

/** Those that the site can do without. It says what is wrong with them in an alert, too. */
export function variables(env: Env) {
  const [wrong] = settingsIn({ ...env, NETLIFY: 'true' }).alerts.wrong;
  if (wrong !== undefined) throw new CheckFailed(wrong);
  if (env.PRIVACY_KEY?.trim()) return passed('valid');
  throw new CheckFailed(
    'PRIVACY_KEY is not set, so nobody can be put on the do-not-contact list: set it to the output of openssl rand -hex 32.',
  );
}

export function siteAddress({ SITE_URL: text }: Env) {
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
}
